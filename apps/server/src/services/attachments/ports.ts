/** Who an announcement comes from, and for which alarm. */
export interface Announcement {
  /** The identities that the unit's number may stand for, best first. */
  readonly deviceIds: readonly string[];
  /** Our number of the alarm; empty where the unit does not repeat it. */
  readonly alarmNumber: string;
  /** The unit's identification of it, hex. */
  readonly sign: string;
}

/** A whole file as it came. */
export interface ReceivedFile {
  readonly name: string;
  /** As the unit says it: 0 picture, 1 sound, 2 video, 3 text, others. */
  readonly type: number;
  /** Where its octets lie until `keep` has resolved. */
  readonly path: string;
}

/** An alarm whose files are expected. */
export interface EvidenceUpload {
  readonly alarmId: string;
  readonly deviceId: string;
  /** Names of the files that are here already. */
  readonly done: ReadonlySet<string>;
  /** These are going to come. */
  begin(names: readonly string[]): Promise<void>;
  /** Keeps a file for good. @throws what makes that impossible now. */
  keep(file: ReceivedFile): Promise<void>;
}

/** Knows which alarms there are and where their files belong. */
export interface EvidenceDesk {
  /** The alarm of this device; null when there is none, or nobody asked for its files. */
  find(announcement: Announcement): Promise<EvidenceUpload | null>;
}
