import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = `http://127.0.0.1:${process.env.PORT ?? '4300'}`;

/** A module of these npm packages. */
const fromPackages = (...names: readonly string[]) => new RegExp(`node_modules[\\\\/](?:${names.join('|')})`);

/**
 * Which modules go into one file. A page asks for some files at once, each with a round trip and a compression of its own: the fewer
 * the better, as long as a page does not get what only others need.
 */
const chunkGroups = [
  { name: 'first', tags: ['$initial' as const], priority: 5 },
  // The page of a stranger with all that it needs; forms elsewhere need most of it, too.
  { name: 'form', test: /src[\\/]features[\\/]sign-in/, priority: 4 },
  // Each page fetches them, too, once it is there.
  { name: 'notices', test: fromPackages('@mantine[\\\\/]notifications'), priority: 4 },
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
    priority: 3,
  },
  { name: 'editor', test: fromPackages('@codemirror', '@lezer', '@marijn', 'style-mod', 'w3c-keyname', 'crelt'), priority: 3 },
  { name: 'yaml', test: fromPackages('yaml'), priority: 3 },
  // Each layer knows only those before it, so that no two files wait for each other.
  { name: 'contracts', test: /packages[/]contracts[/]/, minShareCount: 4, priority: 2 },
  { name: 'mantine', test: fromPackages('@mantine', '@floating-ui', '@tabler', '@tanstack'), minShareCount: 5, priority: 2 },
  { name: 'parts', test: /apps[/]web[/]src[/](?:api|ui|domain)[/]/, minShareCount: 5, priority: 1 },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // One style sheet: Mantine's is most of it, and a page whose look arrives later would shift.
    cssCodeSplit: false,
    // What every page needs is one file.
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
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: api, changeOrigin: false } } },
});
