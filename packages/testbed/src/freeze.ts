/** Stops a process and all below it, as a machine that hangs does: sockets stay open, and nothing answers. */
import { readFileSync } from 'node:fs';

function listBelow(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(listBelow)];
}

/** The answer thaws them. */
export function freeze(pid: number): () => void {
  const frozen: number[] = [];
  // The first of them makes no more while the others are looked for.
  process.kill(pid, 'SIGSTOP');
  for (const one of listBelow(pid)) {
    process.kill(one, 'SIGSTOP');
    frozen.push(one);
  }
  return () => {
    for (const one of frozen) process.kill(one, 'SIGCONT');
  };
}
