/** Hands a text to the browser as a file. */
export const saveText = (name: string, parts: Iterable<string>, type = 'text/plain;charset=utf-8'): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
