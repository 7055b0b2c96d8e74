/** Of what goes to devices. */
export const TALK_RATE = 8_000;
/** Of one message: 20 ms. */
export const BLOCK_SAMPLES = 160;
export const MICROPHONE_PROCESSOR = 'microphone';
