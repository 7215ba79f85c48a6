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
