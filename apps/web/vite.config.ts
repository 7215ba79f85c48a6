import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = `http://127.0.0.1:${process.env.PORT ?? '4300'}`;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: { target: 'es2023', manifest: true, sourcemap: false, assetsInlineLimit: 0 },
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 20_000,
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: api, changeOrigin: false } } },
});
