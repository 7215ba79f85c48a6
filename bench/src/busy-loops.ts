/** Other people's work on the machine: loops that use a core each and do nothing. */
import { spawn } from 'node:child_process';

/** Returns what ends them. They end by themselves when this process does: their input closes. */
export function startBusyLoops(count: number): () => void {
  const script = `const { Worker } = require('node:worker_threads');
new Worker('for (;;);', { eval: true });
process.stdin.on('end', () => process.exit()).resume();`;
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'ignore', 'ignore'] }));
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}
