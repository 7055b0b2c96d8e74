/** Path of a Chromium or Chrome of this machine, or of the one that CHROMIUM_PATH names; null without any. */
export function findBrowser(): string | null;
