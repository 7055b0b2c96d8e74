import { afterAll } from 'vitest';

// Files share a document: what a component library has written into its head would make every measurement of the next file slower.
afterAll(() => {
  if (typeof document === 'undefined') return;
  document.head.replaceChildren();
  document.body.replaceChildren();
});
