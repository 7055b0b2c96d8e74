/** Names that some file systems do not take, and ways out of a folder. */
const UNFIT = /[\p{Cc}/\\:*?"<>|]|^\.+/gu;

/** What a person called something, as a part of a path in an archive; at most 60 characters. */
export const harmlessName = (text: string): string => text.replaceAll(UNFIT, '_').slice(0, 60);
