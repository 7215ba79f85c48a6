import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import {
  ownNames,
  sharedHelpers,
  smallHelpers,
  withoutJsonSchema,
  withoutOtherCurves,
  withoutPalettes,
  withoutUnreached,
  withoutUnusedParts,
} from './scripts/lean-libraries.ts';
import { fileOf, type Graph } from './scripts/page-chunks.ts';
import { smallFonts } from './scripts/small-fonts.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? '4300'}`;

/** A module of these npm packages. */
const fromPackages = (...names: readonly string[]) => new RegExp(`node_modules[\\\\/](?:${names.join('|')})`);

/** Components of Mantine. */
const mantine = (...names: readonly string[]) => `@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](?:${names.join('|')})[\\\\/]`;

/**
 * Groups of modules that go into one file; the first group that takes a module has it. A page asks for some files at once, each with a
 * round trip and a compression of its own: the fewer the better, as long as a page does not get much that only others need. Each group
 * brings along what its modules import, unless a group before it has that: so no two files wait for each other.
 */
const chunkGroups = [
  { name: 'first', tags: ['$initial' as const] },
  { name: (id: string, graph: Graph) => (fileOf(id, graph) === 'app' ? 'app' : null), includeDependenciesRecursively: false },
  { name: fileOf, includeDependenciesRecursively: false, minShareCount: 2 },
  {
    name: 'charts',
    test: fromPackages(
      'recharts',
      'd3-',
      'victory-',
      '@reduxjs',
      'redux',
      'immer',
      'reselect',
      'decimal',
      'es-toolkit',
      'react-redux',
      'eventemitter3',
      'internmap',
    ),
  },
  { name: 'editor', test: fromPackages('@codemirror', '@lezer', '@marijn', 'style-mod', 'w3c-keyname', 'crelt') },
  { name: 'yaml', test: fromPackages('yaml') },
  // The rest of Mantine: fields, the other controls, and the parts that open over a page.
  { name: 'inputs', test: fromPackages(mantine('TextInput', 'PasswordInput', 'Switch', 'SegmentedControl')) },
  { name: 'controls', test: fromPackages(mantine('Tabs', 'Checkbox', 'NativeSelect', 'Collapse', 'Textarea')) },
  { name: 'overlays', test: fromPackages(mantine('Popover', 'Menu', 'Tooltip', 'Combobox', 'ScrollArea')) },
  { name: 'dialogs', test: fromPackages(mantine('Modal')) },
  { name: 'drawn', test: /src[\\/]charts[\\/](?:time-chart|load-curve-chart|curve-chart|trend-chart|chart-tip)/ },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    smallFonts(),
    withoutJsonSchema(),
    withoutPalettes(),
    ownNames(),
    smallHelpers(),
    withoutUnreached(),
    withoutUnusedParts(),
    withoutOtherCurves(),
    sharedHelpers(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // One style sheet: Mantine's is most of it, and a page whose look arrives later would shift.
    cssCodeSplit: false,
    // The modules that every page needs are one file.
    chunkSizeWarningLimit: 650,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  test: {
    name: 'web',
    include: ['{src,scripts}/**/*.test.{ts,tsx}'],
    // Tests read the classes as they are written.
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 4,
    sequence: { groupOrder: 0 },
  },
  // Pictures and frames of links are the API's own.
  server: { host: '127.0.0.1', proxy: { '^/(api/|s/[^/]+/)': { target: api, changeOrigin: false } } },
});
