/** The process that listens on the port of a loopback target, as a source of resources. */
import type { SourceProblem } from '@plimsoll/contracts/resources';
import { readQuotaCores } from './cgroup-quota.ts';
import { type FoundProcesses, findProcesses, withChildren } from './find-processes.ts';
import { machineCores, openProcessUsage } from './process-usage.ts';
import type { Look, ResourceProbe } from './resource-probe.ts';

/** Looks between two glances at children that came and went, and between two searches for other processes that listen there by now. */
const childrenEvery = 5;
const searchEvery = 60;

export type ProcessSearch = () => Promise<FoundProcesses | SourceProblem>;

/** A port that it listens on, or a search of its own. `mine`: processes of ours, whose children are not the target's. */
export function openProcessProbe(wanted: number | ProcessSearch, mine: ReadonlySet<number>): ResourceProbe {
  const find = typeof wanted === 'number' ? () => findProcesses(wanted) : wanted;
  const usage = openProcessUsage();
  let name: string | null = null;
  let problem: SourceProblem | null = null;
  let holders: readonly number[] = [];
  let quota: number | null = null;
  let looks = 0;

  async function search(): Promise<void> {
    const found = await find();
    if (typeof found === 'string') {
      problem = found;
      return;
    }
    problem = null;
    name ??= found.name || null;
    holders = found.holders;
    quota = holders[0] === undefined ? null : readQuotaCores(holders[0]);
    usage.follow(withChildren(holders, mine));
  }

  return {
    kind: 'process',
    name() {
      // A source keeps its name.
      name ??= 'process';
      return name;
    },
    cores: () => machineCores,
    quotaCores: () => quota,
    async begin() {
      await search();
      usage.take(1);
    },
    async look(elapsedSeconds): Promise<Look> {
      const figures = usage.take(elapsedSeconds);
      looks += 1;
      if (figures === null) {
        // One that may not be looked at now is looked for less often.
        if (problem !== 'not_permitted' || looks % childrenEvery === 0) await search();
        // Its use before it was found is no part of the next second.
        usage.take(1);
      } else if (looks % searchEvery === 0) await search();
      else if (looks % childrenEvery === 0) usage.follow(withChildren(holders, mine));
      return { figures, problem };
    },
  };
}

const loopbackName = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/i;

/** The port of a target on this machine; null: it is elsewhere. */
export function loopbackPort(url: string): number | null {
  const { hostname, port, protocol } = new URL(url);
  if (!loopbackName.test(hostname)) return null;
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
