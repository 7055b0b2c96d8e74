/** How a camera misbehaves; all of it can change while it runs. */
export interface CameraFaults {
  /** Share of media packets that never leave, 0 to 1. */
  lossShare: number;
  /** Falls silent again and again: for the last `forS` of each `everyS` seconds. */
  stall: { readonly everyS: number; readonly forS: number } | null;
  /** Digits (12 or 20) that stand in its media packets instead of its own. */
  wrongSim: string | null;
  /** For so long there are pictures and no key picture among them. */
  lateKeyS: number;
  /** Answers "failed" to each request for a stream. */
  refuses: boolean;
  /** Agrees, and never connects. */
  neverConnects: boolean;
  /** Connects, and sends nothing. */
  connectsSilently: boolean;
  /** Octets of a second that its uploads by FTP are held to. */
  uploadBytesPerS: number | null;
  /** The network breaks once when an upload has come so far, octets. */
  uploadBreaksAt: number | null;
  /** Brings its files, and does not say when these were all. */
  neverTellsEnd: boolean;
}

export interface CameraOptions {
  /** Channels 1 to this have a camera. */
  readonly channels: number;
  /** Minutes between the pictures that the first camera takes by itself, as it comes from the factory; left out: none. */
  readonly photoEveryMin?: number;
  readonly faults?: Partial<CameraFaults>;
}

export const WELL_BEHAVED: Readonly<CameraFaults> = {
  lossShare: 0,
  stall: null,
  wrongSim: null,
  lateKeyS: 0,
  refuses: false,
  neverConnects: false,
  connectsSilently: false,
  uploadBytesPerS: null,
  uploadBreaksAt: null,
  neverTellsEnd: false,
};
