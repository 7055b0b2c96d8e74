/** T/JSATL 12-2017 table 4-17: files that come from a sensor and not from a camera carry its item as their channel. */
const SENSORS: Readonly<Record<number, string>> = { 0x64: 'ADAS', 0x65: 'DSM', 0x66: 'TPMS', 0x67: 'BSD' };

/** What a channel is called where its device gives it no name; '' for none. */
export const channelName = (channel: number): string => SENSORS[channel] ?? (channel === 0 ? '' : `CH${channel}`);
