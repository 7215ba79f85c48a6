/** Runs a command on one core and measures its output and processor time. */
import { spawn } from 'node:child_process';

export interface Measured {
  readonly stdout: string;
  readonly stderr: string;
  readonly cpuSeconds: number;
  readonly code: number;
}

/** The shell's `time` counts child processes too, so that a generator that forks is charged for all of them. */
export function measure(command: readonly string[], core: number | null, env: Readonly<Record<string, string>> = {}): Promise<Measured> {
  const pinned = core === null ? command : ['taskset', '-c', String(core), ...command];
  const child = spawn('bash', ['-c', 'TIMEFORMAT="cpu %U %S"; time "$@"', 'bash', ...pinned], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (piece) => (stdout += piece));
  child.stderr.on('data', (piece) => (stderr += piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const times = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(stderr);
      resolve({ stdout, stderr, cpuSeconds: times ? Number(times[1]) + Number(times[2]) : Number.NaN, code: code ?? -1 });
    });
  });
}
