/** Hands a file to the browser. */
export const saveBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** Names may hold anything; file names may not. */
export const fileNamePart = (text: string): string => text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
