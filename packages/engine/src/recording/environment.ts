/** Where a run is generated: versions and hardware are part of the measurement. */
import { availableParallelism, cpus, hostname, release, totalmem, type } from 'node:os';
import type { HttpClient, SpokenProtocol } from '@plimsoll/contracts/connection';
import type { Environment } from '@plimsoll/contracts/run';
import undici from 'undici/package.json' with { type: 'json' };
import ws from 'ws/package.json' with { type: 'json' };
import own from '../../package.json' with { type: 'json' };

export const version: string = own.version;

/** The environment of a load that this client drives. `worker`, `threads` and the line's rate are filled in by those who know them. */
export function describeEnvironment(client: HttpClient, protocol: SpokenProtocol | null = null): Environment {
  const processors = cpus();
  return {
    worker: '',
    hostname: hostname(),
    cpuModel: processors[0]?.model.trim() || process.arch,
    cores: Math.max(1, processors.length || availableParallelism()),
    memoryBytes: totalmem(),
    kernel: `${type()} ${release()}`,
    node: process.versions.node,
    client: [
      client === 'wire' ? `wire ${version}` : `undici ${undici.version}`,
      ...(protocol === 'websocket' ? [`ws ${ws.version}`] : []),
    ].join(', '),
    protocol,
    plimsoll: version,
    threads: 1,
    lineBitsPerSecond: null,
    latencyFloor: null,
  };
}
