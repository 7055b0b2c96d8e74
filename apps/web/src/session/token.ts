const KEY = 'sightline.token';

/** The opaque token of the signed-in person; in local storage, so that new tabs are signed in as well. */
export const readToken = (): string | null => localStorage.getItem(KEY);

export const writeToken = (token: string | null): void => {
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
};

/** Calls when another tab signs in or out. */
export const onTokenChangedElsewhere = (listener: () => void): void =>
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) listener();
  });
