import { useEffect, useState } from 'react';

/** How long a person pauses before the address takes over what was typed. */
const SETTLE_MS = 300;

/**
 * A text that is typed here and kept in the address. Typing counts at once and the address follows when it rests:
 * an address changes too slowly for each key. A change of the address from elsewhere replaces what was typed.
 */
export const useSearchText = (inAddress: string, write: (text: string) => void): readonly [string, (text: string) => void] => {
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== written) {
      setText(inAddress);
      setWritten(inAddress);
    }
  }
  useEffect(() => {
    if (text === written) return;
    const timer = setTimeout(() => {
      setWritten(text);
      write(text);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, written, write]);
  return [text, setText];
};
