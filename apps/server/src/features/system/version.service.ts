import manifest from '../../../../../package.json' with { type: 'json' };

/** Version of this build; the web client is built and shipped with it. */
export const WEB_VERSION: string = manifest.version;
