/** Something open on screen that may hold what a person has typed. */
export interface Unsaved {
  readonly isDirty: () => boolean;
  /** Whether another address of the same page closes it. */
  readonly isLeft: (next: URLSearchParams) => boolean;
  readonly discard: () => void;
}

const open = new Set<Unsaved>();

/** Everything that is open now. */
export const openUnsaved = (): readonly Unsaved[] => [...open];

/** Keeps it in mind until the function that is returned is called. */
export const registerUnsaved = (unsaved: Unsaved): (() => void) => {
  open.add(unsaved);
  return () => void open.delete(unsaved);
};

/** Whether loading the page anew would lose something typed. */
export const isSomethingTyped = (): boolean => openUnsaved().some(({ isDirty }) => isDirty());
