import { saveBlob } from './save-blob.ts';

/** Hands a text to the browser as a file. */
export const saveText = (name: string, parts: Iterable<string>, type = 'text/plain;charset=utf-8'): void =>
  saveBlob(name, new Blob([...parts], { type }));
