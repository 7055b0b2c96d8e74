/** A question before something is done. All texts are ready for the screen. */
export interface Confirmation {
  /** Names the object: "Delete customer Alpenblick?" */
  readonly title: string;
  /** What goes with it, one line each. */
  readonly lines?: readonly string[];
  /** The verb on the button. */
  readonly ok: string;
  readonly danger?: boolean;
  /** Cannot be undone: this text has to be typed first. */
  readonly mustType?: string;
  /** It cannot be done as things stand: the lines say why, and nothing can be confirmed. */
  readonly isBlocked?: boolean;
}
