export * from './checksum.ts';
export * from './errors.ts';
export * from './hex.ts';
export * from './reader.ts';
export * from './writer.ts';
export * from './bits.ts';
export * from './fields.ts';
export * from './gbk.ts';
