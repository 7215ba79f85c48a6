import { fileURLToPath } from 'node:url';
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

/** Recharts asks for every scale, curve and stack of D3 by name: it gets the few that our charts have. A namespace has no others. */
const used = {
  'victory-vendor/d3-scale': { real: ['scaleBand', 'scaleLinear', 'scaleLog', 'scalePoint'], left: [] },
  'victory-vendor/d3-shape': {
    real: ['area', 'curveLinear', 'line', 'stack', 'stackOffsetNone', 'stackOrderNone'],
    left: [
      ...['Basis', 'BasisClosed', 'BasisOpen', 'BumpX', 'BumpY', 'LinearClosed', 'MonotoneX', 'MonotoneY', 'Natural'].map(
        (name) => `curve${name}`,
      ),
      ...['Step', 'StepAfter', 'StepBefore'].map((name) => `curve${name}`),
      ...['Expand', 'Silhouette', 'Wiggle'].map((name) => `stackOffset${name}`),
      ...['', 'Circle', 'Cross', 'Diamond', 'Square', 'Star', 'Triangle', 'Wye'].map((name) => `symbol${name}`),
    ],
  },
} satisfies Record<string, { readonly real: readonly string[]; readonly left: readonly string[] }>;
const prefix = '\0own-names:';

/** Somebody uses it after all: a chart that is drawn wrong would be found later than one that is not drawn. */
const leftOut = (names: readonly string[]) =>
  names.length === 0
    ? ''
    : `function none() { throw new Error('lean-libraries.ts leaves this out.'); }\nexport { ${names.map((name) => `none as ${name}`).join(', ')} };`;

export const ownNames = (): Plugin => ({
  name: 'own-names',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!(source in used)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${prefix}${source}:${found.id}`;
  },
  load(id) {
    if (!id.startsWith(prefix)) return null;
    const [source = '', ...path] = id.slice(prefix.length).split(':');
    const { real, left } = used[source as keyof typeof used];
    return `export { ${real.join(', ')} } from ${JSON.stringify(path.join(':'))};\n${leftOut(left)}`;
  },
});

/** Parts of Recharts that our charts never reach: they say their ticks themselves (`niceTicks: 'none'`), have tips of their own and are flat. */
export const withoutUnusedParts = (): Plugin => ({
  name: 'without-unused-parts',
  apply: 'build',
  transform: {
    filter: {
      id: /recharts[\\/]es6[\\/](?:util[\\/]scale[\\/]getNiceTickValues|component[\\/]DefaultTooltipContent|shape[\\/]Sector)\.js$/,
    },
    handler: (code) => ({ code: leftOut([...code.matchAll(/^export var (\w+)/gm)].map(([, name]) => name as string)), map: null }),
  },
});

/** A bundler keeps what is written into a prototype, for curves that nobody draws, too. Ours are straight. */
export const withoutOtherCurves = (): Plugin => ({
  name: 'without-other-curves',
  apply: 'build',
  transform: {
    filter: { id: /d3-shape[\\/]dist[\\/]d3-shape\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/^(?!Linear\.)(?:\w+\.prototype = \{\n[\s\S]*?\n\};|\(\w+\.prototype = Object\.create\([\s\S]*?\n\};)$/gm, '')
        .replaceAll(/ = (?=\(function custom\()/g, ' = /* @__PURE__ */ '),
      map: null,
    }),
  },
});

const helpersOfCharts = fileURLToPath(new URL('chart-helpers.ts', import.meta.url));
const ownHelpers: Readonly<Record<string, readonly string[]>> = {
  'd3-interpolate': ['interpolateNumber as interpolate', 'interpolateNumber', 'interpolateRound'],
  ...Object.fromEntries(['sortBy', 'uniqBy', 'isEqual', 'range'].map((name) => [`es-toolkit/compat/${name}`, [`${name} as default`]])),
};
const ownPrefix = '\0own-helpers:';

/** Recharts sorts and compares a few ticks by helpers that are ready for anything: ours do the same for ticks. */
export const smallHelpers = (): Plugin => ({
  name: 'small-helpers',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source in ownHelpers ? ownPrefix + source : null),
  load(id) {
    const names = id.startsWith(ownPrefix) && ownHelpers[id.slice(ownPrefix.length)];
    return names ? `export { ${names.join(', ')} } from ${JSON.stringify(helpersOfCharts)};\n${leftOut(['piecewise'])}` : null;
  },
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

/** Makers of D3 that our charts never reach, since their labels are our own: formats of ticks. */
const unreached: Readonly<Record<string, readonly string[]>> = {
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
