/** What is asked of strangers' servers beside a load, in processes apart: whatever they send, who asks goes on. */
import { refusal } from '@plimsoll/contracts/refusal';
import type { HostProof, ProofQuestion } from '../dial/prove-host.ts';
import { ApartError } from './apart-error.ts';
import { openApartPool } from './apart-pool.ts';
import type { TypesAnswer, TypesQuestion } from './ask-types.ts';

export interface Strangers {
  /** What a server says of its types. `by`: who asks. Throws ApartError. */
  askTypes(by: string, question: TypesQuestion): Promise<TypesAnswer>;
  /** Whether each host is proved, in their order. Throws ApartError `full`, `own_full`, `closed`. */
  proveHosts(by: string, hosts: readonly ProofQuestion[], ownPorts: readonly number[]): Promise<HostProof[]>;
  close(): void;
}

export interface StrangersOptions {
  /** All that the processes have of ours. */
  readonly environment: Readonly<Record<string, string>>;
  readonly longestWaitMs: number;
  /** Of Node, for tests. */
  readonly flags?: readonly string[];
}

const typesMs = 10_000;
/** The whole look stays below the silence after which a worker counts as lost. */
const proofMs = 8000;

export function openStrangers(options: StrangersOptions): Strangers {
  const pool = openApartPool({
    ...options,
    module: new URL('./stranger-main.ts', import.meta.url),
    mostAtOnce: 3,
    mostWaiting: 32,
    mostWaitingOfOne: 2,
  });
  return {
    askTypes: (by, question) => pool.ask<TypesAnswer>(by, 'askTypes', question, typesMs),
    async proveHosts(by, hosts, ownPorts) {
      try {
        return await pool.ask<HostProof[]>(by, 'proveHosts', { hosts, ownPorts }, proofMs);
      } catch (error) {
        if (!(error instanceof ApartError) || (error.code !== 'late' && error.code !== 'broke')) throw error;
        return hosts.map(({ host }) => ({ problem: refusal('proof_no_address', { host, error: 'no answer in time' }) }));
      }
    },
    close: () => pool.close(),
  };
}
