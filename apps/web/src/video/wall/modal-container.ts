/** Where a dialog goes: in full screen nothing outside the element is seen. */
export const modalContainer = (): HTMLElement =>
  document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : document.body;
