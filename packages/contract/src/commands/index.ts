export * from './abilities.ts';
export * from './catalogue.ts';
export * from './definition.ts';
export * from './form.ts';
export * from './parameters.ts';
export * from './secrets.ts';
