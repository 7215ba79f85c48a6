/** Where `--local` may aim load: this machine, and what `--allow` names: hosts, networks, Unix sockets. Addresses of cloud metadata and the like are refused all the same. */
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { commandWords } from '@plimsoll/wording/command-words';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { isSaid, say } from '@plimsoll/wording/words';
import { Fault } from '../result/fault.ts';

export interface LocalOptions {
  readonly local?: boolean;
  readonly allow?: readonly string[];
}

/** Throws a Fault for `--allow` that nobody would read. */
export function refuseAllow({ local, allow }: LocalOptions): void {
  if (allow && !local) throw new Fault(commandWords.fault.allowOnServer);
}

export function localPolicy(allow: readonly string[] = []): TargetPolicy {
  return {
    mode: 'allowlist',
    allowed: ['loopback', ...allow.filter((one) => !one.startsWith('/'))],
    ownPorts: [],
    sockets: allow.filter((one) => one.startsWith('/')),
  };
}

/** As {@link runEndSentence}, but a target that the list lacks is told by the option that is the list here. */
export function localEndSentence(ending: RunEnding): string {
  const { code = '', values = {} } = ending.kind === 'refused' ? ending.refusal : {};
  if (!isSaid(commandWords.refused, code)) return runEndSentence(ending);
  // "staging.example.com (10.1.2.3)" is allowed by its name.
  const host = values.host ?? String(values.target).replace(/ \(.*/, '');
  return say(commandWords.refused[code], { ...values, host });
}
