import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { smallFonts } from './scripts/small-fonts.ts';
import { withoutJsonSchema } from './scripts/without-json-schema.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? '4300'}`;

/** A module of these npm packages. */
const fromPackages = (...names: readonly string[]) => new RegExp(`node_modules[\\\\/](?:${names.join('|')})`);

/** Libraries that pages fetch only when they draw or edit with them; a file that every page waits for must not hold them. */
const later = [
  'chart-tip',
  'qr-code',
  'qrcode',
  'yaml-editor',
  'plan-yaml',
  'recharts',
  '@codemirror',
  'node_modules[\\\\/]yaml',
  'run[\\\\/]calls[\\\\/](?!lazy)',
  'en[\\\\/]run[\\\\/]calls',
];
/**
 * The modules that only pages with figures need. Home and the lists wait for `parts` and not for these: they go into `results`, what the
 * limits of the installation need into `afterwards`, a dialog into `mantine`. A page that gets one of these needs that file anyway.
 */
const ofFigures = [
  'en[\\\\/](?:comparison[\\\\/](?:comparison|arms)|run[\\\\/]run|chart)\\.',
  'sentences[\\\\/]comparison[\\\\/]arm-words',
  'figures[\\\\/](?:metric-figures|ticks)\\.',
  'installation[\\\\/](?:caps|target-policy)',
  'run[\\\\/](?:table[\\\\/]run-rows|requests[\\\\/]request-rows|resource-rows|latency-tab|time-name|whole-seconds)',
  'run[\\\\/](?:charts[\\\\/]|run-charts)',
  'comparison[\\\\/]arm-looks',
  'pages[\\\\/]src[\\\\/]comparison',
  'charts[\\\\/]lazy',
  'ui[\\\\/](?:chart-card|notice[\\\\/](?:loaded-page|confirm-dialog))',
];
/** A module in one of these folders, unless its path says one of `without`. */
const inFolders = (folders: readonly string[], without: readonly string[]) =>
  new RegExp(`^(?!.*(?:${without.join('|')})).*(?:${folders.join('|')})[\\\\/]`);
/** A module in one of these folders, unless it belongs to a library for later. */
const now = (...folders: readonly string[]) => inFolders(folders, later);

/**
 * Groups of modules that go into one file; the first group that takes a module has it. A page asks for some files at once, each with a
 * round trip and a compression of its own: the fewer the better, as long as a page does not get much that only others need. Each group
 * brings along what its modules import, unless a group before it has that: so no two files wait for each other.
 */
const chunkGroups = [
  { name: 'first', tags: ['$initial' as const] },
  // The page of a stranger with all that it needs; forms elsewhere need most of it, too.
  { name: 'form', test: /src[\\/]features[\\/]sign-in/ },
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
      'use-sync-external-store',
      'eventemitter3',
      'internmap',
    ),
  },
  { name: 'editor', test: fromPackages('@codemirror', '@lezer', '@marijn', 'style-mod', 'w3c-keyname', 'crelt') },
  { name: 'yaml', test: fromPackages('yaml') },
  // The modules that most pages need, with the little of the libraries that they need.
  {
    name: 'parts',
    test: inFolders(
      ['packages[\\\\/](?:wording|contracts|pages)', 'apps[\\\\/]web[\\\\/]src[\\\\/](?:api|ui|domain|charts)'],
      [...later, ...ofFigures],
    ),
    minShareCount: 4,
  },
  // Fields, dialogs and menus: Home has none of them before its menu is there.
  {
    name: 'mantine',
    test: /node_modules[\\/](?:@mantine|@floating-ui|@tanstack)|src[\\/]ui[\\/]notice[\\/]confirm-dialog/,
    minShareCount: 4,
  },
  { name: 'icons', test: fromPackages('@tabler'), minShareCount: 2 },
  { name: 'shell', test: /src[\\/]app[\\/]shell\./ },
  {
    name: 'lists',
    test: /src[\\/](?:comparison[\\/]verdict-chip|domain[\\/]run[\\/](?:table[\\/]run-table|live-second)|ui[\\/](?:notice[\\/]progress-bar|key-values)|api[\\/]queue)/,
  },
  // Each page fetches it, too, once it is there.
  {
    name: 'afterwards',
    test: /@mantine[\\/]notifications|src[\\/]app[\\/](?:side-foot|account-menu|team-menu)|contracts[\\/]src[\\/]installation[\\/]system/,
  },
  // The modules that two forms, or two pages with figures, have in common.
  { name: 'fields', test: now('src[\\\\/]features[\\\\/]launch', 'src[\\\\/]ui[\\\\/]form'), minShareCount: 2 },
  { name: 'results', test: now('node_modules', 'packages', 'apps[\\\\/]web[\\\\/]src'), minShareCount: 2 },
  // One file, where a run has a story.
  { name: 'story', test: /src[\\/]domain[\\/]run[\\/]story[\\/](?:story-|stage-table|overload-chart)/ },
  // One file, where a run is one of gRPC.
  { name: 'calls', test: /src[\\/](?:domain[\\/]run[\\/]calls[\\/](?!lazy)|en[\\/]run[\\/]calls)/ },
  { name: 'drawn', test: /src[\\/]charts[\\/](?:time-chart|load-curve-chart|curve-chart|trend-chart|chart-tip)/ },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), smallFonts(), withoutJsonSchema()],
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
