/** Where a run is generated: versions and hardware are part of the measurement. */
import { createRequire } from 'node:module';
import { availableParallelism, cpus, hostname, release, totalmem, type } from 'node:os';
import type { Environment } from '@plimsoll/contracts/run';
import own from '../package.json' with { type: 'json' };

export const version: string = own.version;

/** `worker` and `threads` are filled in by the worker. */
export function environmentOf(): Environment {
  const processors = cpus();
  return {
    worker: '',
    hostname: hostname(),
    cpuModel: processors[0]?.model.trim() || process.arch,
    cores: Math.max(1, processors.length || availableParallelism()),
    memoryBytes: totalmem(),
    kernel: `${type()} ${release()}`,
    node: process.versions.node,
    undici: undiciVersion(),
    plimsoll: version,
    threads: 1,
  };
}

/** The version the engine is installed with, which is not the one inside Node; a generator starts without one, too. */
function undiciVersion(): string {
  try {
    const engine = createRequire(import.meta.resolve('@plimsoll/engine/run-load'));
    return (engine('undici/package.json') as { version: string }).version;
  } catch {
    return 'none';
  }
}
