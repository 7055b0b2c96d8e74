export * from './protocol.ts';
export { UNREAD, type AnnotatedField, type FrameAnnotation } from './annotation.ts';
export * from './jt808/index.ts';
export * from './networks.ts';
export * from './gt06/index.ts';
export * from './teltonika/index.ts';
export * from './registry.ts';
export * from './decode-lines.ts';
export * from './commands/index.ts';
