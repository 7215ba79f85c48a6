import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = `http://127.0.0.1:${process.env.PORT ?? '4300'}`;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // One style sheet: Mantine's is most of it, and a page whose look arrives later would shift.
  build: { target: 'es2023', manifest: true, sourcemap: false, assetsInlineLimit: 0, cssCodeSplit: false },
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
