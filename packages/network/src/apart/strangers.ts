/** Questions to strangers' servers beside a load, asked in processes apart: whatever they send, the caller goes on. */
import { refusal } from '@plimsoll/contracts/refusal';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import type { TypesAnswer, TypesQuestion } from '../ask/ask-types.ts';
import type { HostProof, ProofQuestion } from '../ask/prove-host.ts';
import type { MachineQuestion } from '../ask/same-machine.ts';
import type { SendAnswer } from '../ask/send-one.ts';
import type { SendQuestion } from '../ask/send-question.ts';
import { ApartError } from './apart-error.ts';
import { openApartPool } from './apart-pool.ts';

export interface Strangers {
  /** Asks a server for its types. `by`: the caller. Throws ApartError. */
  askTypes(by: string, question: TypesQuestion): Promise<TypesAnswer>;
  /** Sends one request. Throws ApartError. */
  sendOne(by: string, question: SendQuestion, limitMs: number): Promise<SendAnswer>;
  /** Says whether each host is proved, in their order. Throws ApartError `full`, `own_full`, `closed`. */
  proveHosts(by: string, hosts: readonly ProofQuestion[], ownPorts: readonly number[]): Promise<HostProof[]>;
  /** Do two of these URLs lead to one machine, as far as their addresses tell? Throws ApartError. */
  shareMachine(by: string, question: MachineQuestion): Promise<boolean>;
  close(): void;
}

export interface StrangersOptions {
  /** All that the processes have of ours. */
  readonly environment: Readonly<Record<string, string>>;
  readonly longestWaitMs: number;
  /** Flags of Node, for tests. */
  readonly flags?: readonly string[];
}

const typesMs = 10_000;
/** The whole look stays below the silence after which a worker counts as lost. */
const proofMs = 8000;
const addressesMs = 3000;

export function openStrangers(options: StrangersOptions): Strangers {
  const pool = openApartPool({
    ...options,
    module: new URL('./stranger-main.ts', import.meta.url),
    mostAtOnce: 3,
    mostWaiting: 32,
    mostWaitingOfOne: 2,
  });
  return {
    async askTypes(by, question) {
      // Nobody waits for a turn to hear that a server is not asked.
      const refused = judgeUrl(question.policy, new URL(question.url));
      if (refused) return { kind: 'refused', reason: refusalSentence(refused) };
      return pool.ask<TypesAnswer>(by, 'askTypes', question, typesMs);
    },
    sendOne: (by, question, limitMs) => pool.ask<SendAnswer>(by, 'sendOne', question, limitMs),
    shareMachine: (by, question) => pool.ask<boolean>(by, 'shareMachine', question, addressesMs),
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
