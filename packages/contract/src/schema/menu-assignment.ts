import { MENU_IDS } from '@sightline/domain/access/permissions';
import { z } from 'zod';

/** A grant as it is sent. Menus that are not named are not granted. */
export const menuAssignment = () => ({
  menus: z
    .array(
      z.object({
        id: z.enum(MENU_IDS as [(typeof MENU_IDS)[number], ...typeof MENU_IDS]),
        grant: z.union([z.literal(0), z.literal(1), z.literal(9)]),
      }),
    )
    .max(64),
  functions: z.array(z.string().max(64)).max(500).default([]),
});
