/** Does the API answer? Once a request had no answer it is asked again and again until it does. */
import { api } from '@plimsoll/contracts/paths';

type Listener = (away: boolean) => void;
const listeners = new Set<Listener>();
const askAgainMs = 1_500;
const patienceMs = 5_000;

let away = false;
/** Resolves to whether it was away; null while nobody doubts it. */
let doubt: Promise<boolean> | null = null;

export const isAway = () => away;

/** Tells each change; answers how to hear no more. */
export function onReach(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A proxy says so in place of an API that is away. */
export const isSilence = (status: number) => status === 502 || status === 503 || status === 504;

/** For whoever had no answer: resolves as soon as the API answers, to whether it was away at all. */
export function untilReached(): Promise<boolean> {
  doubt ??= askUntilThere().finally(() => {
    doubt = null;
  });
  return doubt;
}

async function askUntilThere(): Promise<boolean> {
  let wasAway = false;
  while (!(await answers())) {
    wasAway = true;
    tell(true);
    await new Promise((next) => setTimeout(next, askAgainMs));
  }
  tell(false);
  return wasAway;
}

async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch(api.livez, { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    return !isSilence(status);
  } catch {
    return false;
  }
}

function tell(next: boolean): void {
  if (next === away) return;
  away = next;
  for (const listener of listeners) listener(away);
}
