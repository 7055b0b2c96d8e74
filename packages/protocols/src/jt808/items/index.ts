import type { ItemDefinition } from './definition.ts';
import { STANDARD_ITEMS } from './standard.ts';
import { VENDOR_ITEMS } from './vendor.ts';

/** Every additional item, by id; `undefined` = kept as hex. */
const TABLE: (ItemDefinition | undefined)[] = Array(256).fill(undefined);
for (const item of [...STANDARD_ITEMS, ...VENDOR_ITEMS]) TABLE[item.id] = item;

export const itemDefinition = (id: number): ItemDefinition | undefined => TABLE[id];
