/** Names of what the contracts name. The first page loads them. */
import type { Comparability } from '@plimsoll/contracts/comparison';
import type { Environment, Validity } from '@plimsoll/contracts/run';
import { namesText } from './en/names.ts';
import { speakerOf } from './speaker.ts';

/** The name of a metric, a verdict, a state …: `nameOf('state.completed')`. */
export const nameOf = speakerOf(namesText);

/** The grade in words, unless the sentence about it begins with them. */
export function gradeLead({ grade, sentence }: Pick<Comparability, 'grade' | 'sentence'>): string {
  const name = nameOf(`grade.${grade}`);
  return sentence.startsWith(name.slice(0, -1)) ? '' : name;
}

/** What held a run back, where it was neither nothing nor the generator or its client, whose own reasons say so. */
export function limitSentence({ limit }: Pick<Validity, 'limit'>): string | null {
  return limit === null || limit === 'none' || limit === 'generator' || limit === 'client' ? null : nameOf(`runLimit.${limit}`);
}

/** What sent the requests, and what it spoke: `undici 8.12.4, HTTP/2`. */
export function clientName({ client, protocol = null }: Pick<Environment, 'client'> & Partial<Pick<Environment, 'protocol'>>): string {
  return protocol ? `${client}, ${nameOf(`spokenProtocol.${protocol}`)}` : client;
}

/** The name of a group of errors: a status or an outcome. */
export function errorName(kind: string): string {
  if (/^\d+$/.test(kind)) return nameOf('httpStatus', { status: kind });
  return isOutcome(kind) ? nameOf(`outcome.${kind}`) : kind;
}

function isOutcome(kind: string): kind is keyof typeof namesText.outcome {
  return Object.hasOwn(namesText.outcome, kind);
}
