import type { Plugin } from 'vite';

/**
 * Zod brings its makers of JSON Schema to everybody, and only the API calls them: a browser gets their names without the code. The part
 * of the file above the first of them is what a schema knows about its own bounds.
 */
export const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const makers = Math.max(code.indexOf('export const stringProcessor'), 0);
      const names = [...code.slice(makers).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return `${code.slice(0, makers)}\n${names.map((name) => `export const ${name} = () => undefined;`).join('\n')}`;
    },
  },
});

const scales = ['scaleBand', 'scaleLinear', 'scaleLog', 'scalePoint'];
const prefix = '\0own-scales:';

/** Recharts asks for every scale of D3 by name, times and colours too: it gets the few that our charts have. */
export const ownScales = (): Plugin => ({
  name: 'own-scales',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== 'victory-vendor/d3-scale') return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${prefix}${found.id}`;
  },
  load: (id) => (id.startsWith(prefix) ? `export { ${scales.join(', ')} } from ${JSON.stringify(id.slice(prefix.length))};` : null),
});

/** Mantine declares 14 palettes of colours; our theme has its own, and what is left of Mantine's look is grey, dark or red. */
export const withoutPalettes = (): Plugin => ({
  name: 'without-palettes',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /default-css-variables\.css$/ },
    handler: (code) =>
      code.replace(/^\s*--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[^;]*;/gm, ''),
  },
});

/** Makers of D3 that our charts never reach, since their values are numbers and their labels our own: colours, and formats of ticks. */
const unreached: Readonly<Record<string, readonly string[]>> = {
  'd3-color': ['color', 'rgb', 'hsl', 'lab', 'hcl', 'cubehelix'],
  'd3-format': ['format', 'formatPrefix', 'formatSpecifier', 'precisionFixed', 'precisionPrefix', 'precisionRound'],
};
const stub = '\0unreached:';
const none = '\nfunction none() { return null; }';
export const withoutUnreached = (): Plugin => ({
  name: 'without-unreached',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source in unreached ? stub + source : null),
  load: (id) =>
    id.startsWith(stub)
      ? ['default', ...(unreached[id.slice(stub.length)] ?? [])]
          .map((name) => `export { none as ${name} };`)
          .join('\n')
          .concat(none)
      : null,
});

const helpers = '\0babel-helpers';
/** What Babel put at the head of each file of Recharts, 72 times the same; here it stands once, as today's browsers have it. */
const helperLine =
  /^function (_extends|ownKeys|_objectSpread|_defineProperty|_toPropertyKey|_toPrimitive|_objectWithoutProperties(?:Loose)?)\(.*\}$/gm;
export const sharedHelpers = (): Plugin => ({
  name: 'shared-helpers',
  apply: 'build',
  resolveId: (source) => (source === helpers ? source : null),
  load: (id) =>
    id === helpers
      ? `export const _extends = Object.assign;
export const _objectSpread = Object.assign;
export const _defineProperty = (of, key, value) => Object.defineProperty(of, key, { value, enumerable: true, configurable: true, writable: true });
export const _objectWithoutProperties = (of, keys) => { const rest = { ...of }; for (const key of keys) delete rest[key]; return rest; };`
      : null,
  transform: {
    filter: { id: /recharts[\\/]es6[\\/]/ },
    handler(code) {
      const used = ['_extends', '_objectSpread', '_defineProperty', '_objectWithoutProperties'].filter((name) =>
        code.includes(`function ${name}(`),
      );
      if (used.length === 0) return null;
      return { code: `import { ${used.join(', ')} } from '${helpers}';\n${code.replace(helperLine, '')}`, map: null };
    },
  },
});
