import { onSessionClear } from '../../session/session.ts';
import type { FieldDefinition, FormValues } from './form-definition.ts';
import { isChanged } from './form-input.ts';

const PREFIX = 'sightline.draft.';
/** Secrets and files are never written down. */
const NEVER_KEPT: ReadonlySet<FieldDefinition['kind']> = new Set(['password', 'file']);
/** Whether a draft brings back what was typed into this field. */
const isKept = ({ kind }: FieldDefinition): boolean => !NEVER_KEPT.has(kind);

/** What was typed belongs to the person and to the thing that is edited. */
export const draftKey = (userId: string, formId: string, objectId: string): string => `${PREFIX}${userId}.${formId}.${objectId}`;

export const readDraft = (key: string): FormValues | null => {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof draft === 'object' && draft !== null ? (draft as FormValues) : null;
  } catch {
    return null;
  }
};

/**
 * Keeps what is typed over a reload and over signing in again, in this tab alone. What is as it was at first is left out: a draft that comes back
 * must not bring old values along.
 */
export const writeDraft = (key: string, fields: readonly FieldDefinition[], initial: FormValues, values: FormValues): void => {
  const kept = fields
    .filter((field) => isKept(field) && isChanged(field.name, initial, values))
    .map(({ name }) => [name, values[name] ?? null] as const);
  if (kept.length === 0) return dropDraft(key);
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full or forbidden storage: the form works without the draft.
  }
};

export const dropDraft = (key: string): void => sessionStorage.removeItem(key);

// An expired session gets its drafts back after signing in; whoever signs out leaves nothing behind.
onSessionClear((reason) => {
  if (reason !== 'signedOut') return;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
});
