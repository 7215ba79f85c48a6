import own from '../package.json' with { type: 'json' };

export const ownVersion = own.version;
