/** Whether something answers at an address. */
import { connect } from 'node:net';
import { portOf } from './port-of.ts';

const patienceMs = 2000;

/** Does anything take connections at the host and port of this URL? */
export function isListening(url: string): Promise<boolean> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: portOf(url) });
    const over = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(patienceMs, () => over(false));
    socket.once('connect', () => over(true));
    socket.once('error', () => over(false));
  });
}

/** `ready`: answers with a status below 400. Null: an answer of any kind at `url`, or of what is not plain HTTP a connection. */
export async function answers(url: string, ready: string | null, signal: AbortSignal): Promise<boolean> {
  if (ready === null && !/^http:/i.test(url)) return isListening(url);
  try {
    const answer = await fetch(ready ?? url, { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) });
    await answer.body?.cancel();
    return ready === null || answer.status < 400;
  } catch {
    return false;
  }
}
