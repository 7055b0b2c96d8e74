export * from './config.ts';
export * from './event-bus.ts';
export * from './life-cycle.ts';
export * from './logger.ts';
export * from './metrics.ts';
export * from './plain-address.ts';
export * from './settings-table.ts';
