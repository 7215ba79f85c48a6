/** One file of the agent and all that it imports, for Node 20 and later. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export const agentFile = 'plimsoll-agent.mjs';

/** Writes {@link agentFile} into a folder, and leaves what else is there. */
export async function bundleAgent(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('..', import.meta.url)),
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: fileURLToPath(new URL('../../standalone/src/agent/agent-main.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: true,
      rolldownOptions: { output: { entryFileNames: agentFile, codeSplitting: false } },
    },
  });
}
