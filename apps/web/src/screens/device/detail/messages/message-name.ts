import type { RawFrame } from '@sightline/contract';

/** `0x0200 locationReport`; null when not even the head of the frame can be read. */
export const messageName = ({ message }: Pick<RawFrame, 'message'>): string | null =>
  message === null ? null : message.name === '' || message.name === message.id ? message.id : `${message.id} ${message.name}`;
