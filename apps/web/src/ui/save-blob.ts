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

/** Takes a file from the server, which names it. The page stays, and is not asked whether it may be left. */
export const saveFrom = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
};

/** Names may hold anything; file names may not. */
export const fileNamePart = (text: string): string => text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
