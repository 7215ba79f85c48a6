/** Asks the API of a forge. What it refuses is a Fault with its status and words, never with the token. */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandWords } from '@plimsoll/wording/command-words';
import { Fault } from '../result/fault.ts';

export interface ForgeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface ForgeQuestion {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

const patienceMs = 30_000;
const tries = 3;
const longestWaitSeconds = 60;

/** A question that may be asked twice is asked up to three times; one that adds something once, but for a limit of rate. */
export async function askForge(url: string, { method = 'GET', headers, body }: ForgeQuestion): Promise<ForgeAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'plimsoll',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    }).catch((error: unknown) => causeOf(error));
    const waitSeconds = typeof answer === 'string' ? null : readRetryAfter(answer.headers);
    const mayAgain =
      attempt < tries && (waitSeconds !== null || (method !== 'POST' && (typeof answer === 'string' || answer.status >= 500)));
    if (mayAgain && (waitSeconds ?? 0) <= longestWaitSeconds) {
      if (typeof answer !== 'string') await answer.body?.cancel();
      await sleep(1000 * (waitSeconds ?? attempt));
      continue;
    }
    const { origin } = new URL(url);
    if (typeof answer === 'string') throw new Fault(commandWords.fault.forgeAway({ server: origin, reason: answer }), 'lost');
    const text = await answer.text();
    if (!answer.ok)
      throw new ForgeRefusal(commandWords.fault.forgeRefused({ server: origin, status: answer.status, reason: said(text) }), answer.status);
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }
}

/** `Retry-After` in seconds; null where there is none, or a date. */
function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

export class ForgeRefusal extends Fault {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message, status >= 500 ? 'lost' : 'usage');
    this.status = status;
  }
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
}

function said(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : text.slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}
