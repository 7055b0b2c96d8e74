/** What the name of a file tells: `<type>_<channel>_<alarm>_<sequence>_<alarm number>.<extension>` (T/JSATL 12-2017 §4.6.1). */
export interface AttachmentName {
  /** 0 picture, 1 sound, 2 video, 3 text, 4 other (Guangdong: 4 picture of a face, 5 other). */
  readonly type: number;
  /** 1-37 a camera of JT/T 1076; 0x64 ADAS, 0x65 DSM, 0x67 BSD; 0 none. */
  readonly channel: number;
  readonly sequence: number;
  readonly extension: string;
}

const NAME = /^(\d{1,2})_([0-9a-fA-F]{1,2})_[0-9a-fA-F]{1,8}_(\d{1,4})_[\w-]{0,40}\.([A-Za-z0-9]{1,8})$/;
/** Cameras of active safety are written in hex digits, those of JT/T 1076 in decimal ones. */
const SENSORS: ReadonlySet<string> = new Set(['64', '65', '66', '67']);

/** What a name tells, or null for another form: files of such names are taken all the same. */
export function readAttachmentName(name: string): AttachmentName | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const [, type, channel, sequence, extension] = found as unknown as [string, string, string, string, string];
  const number = Number.parseInt(channel, SENSORS.has(channel) ? 16 : 10);
  return { type: Number(type), channel: Number.isNaN(number) ? 0 : number, sequence: Number(sequence), extension: extension.toLowerCase() };
}

const MAX_NAME = 100;
/** Printable, without anything that a path, a shell or a header would take for its own. */
const HARMLESS = /^[\w][\w .()-]*$/;

/** Whether a name may be kept beside a file. It is never used as a path. */
export const isHarmlessName = (name: string): boolean => name.length <= MAX_NAME && HARMLESS.test(name) && !name.includes('..');
