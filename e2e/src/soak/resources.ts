/** The resources of a process of the soak by its own account. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Resources {
  readonly kind: 'resources';
  readonly timers: number;
  readonly sockets: number;
  readonly heapMb: number;
}

/** Flags for a process that is to be asked. */
export const probeFlags = ['--import', fileURLToPath(new URL('./resource-probe.ts', import.meta.url))];

const patienceMs = 3000;

/** Null: it is frozen, ends, or is only just starting. */
export function askResources(child: ChildProcess): Promise<Resources | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => done(null), patienceMs);
    // A process has more to tell than this.
    const hear = (message: Partial<Resources>) => message.kind === 'resources' && done(message as Resources);
    const done = (answer: Resources | null) => {
      clearTimeout(late);
      child.off('message', hear);
      resolve(answer);
    };
    child.on('message', hear);
    if (!child.connected) return done(null);
    child.send('resources', (error) => error && done(null));
  });
}
