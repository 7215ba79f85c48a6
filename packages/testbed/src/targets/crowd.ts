/**
 * A target for more connections than one process may hold together with the generator's: in a process of its own, it answers what
 * comes in, and counts connections and requests.
 */
import { forkTarget } from './forked-target.ts';

export interface CrowdCounts {
  readonly connections: number;
  readonly mostOpen: number;
  readonly requests: number;
}

export interface CrowdTarget {
  readonly url: string;
  counts(): Promise<CrowdCounts>;
  close(): Promise<void>;
}

export async function startCrowdTarget(): Promise<CrowdTarget> {
  const { listening, ask, close } = await forkTarget(new URL('./crowd-process.ts', import.meta.url));
  return { url: `http://127.0.0.1:${listening}/`, counts: () => ask('counts'), close };
}
