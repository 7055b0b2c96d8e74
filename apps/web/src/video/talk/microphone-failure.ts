/**
 * Why there is no microphone:
 *
 * - `insecure`: a page of plain http has none
 * - `unsupported`: this browser has none for pages
 * - `denied`: the person, or a rule, does not let the page listen
 * - `none`: no microphone is connected
 * - `inUse`: another program has it
 * - `unplugged`: it went away
 */
export const MICROPHONE_FAILURES = ['insecure', 'unsupported', 'denied', 'none', 'inUse', 'unplugged'] as const;
export type MicrophoneFailure = (typeof MICROPHONE_FAILURES)[number];
