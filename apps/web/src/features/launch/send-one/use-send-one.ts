/** One request of the plan in the form, sent by a button, or silently before a run. Its answer is of what stood there: a change takes it away. */

import { isDemoAddress } from '@plimsoll/contracts/demo-service';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { SentOne } from '@plimsoll/contracts/sent-one';
import { useRef, useState } from 'react';
import { sendOne } from '../../../api/send-one.ts';

interface Sent {
  readonly of: string;
  /** The button asked: the answer is shown. */
  readonly asked: boolean;
  readonly result: SentOne | null;
  readonly error: unknown;
  readonly atMs: number;
}

/** A run waits no longer for it. The server may have to start a process for it first. */
const longestWaitMs = 5000;
/** An answer that came so shortly before a run is not asked for again. */
const freshMs = 10_000;

/** Everything that the request depends on. */
function requestOf({ target, requests, connection, data, timeout }: Plan): string {
  const { protocol, keepAlive, dns, tls } = connection;
  return JSON.stringify([target, requests, protocol, keepAlive, dns, tls, data, timeout]);
}

export type SendOneState = ReturnType<typeof useSendOne>;

export function useSendOne(plan: Plan | null, secretsFrom: string | undefined, demoTargets: readonly (string | undefined)[]) {
  const [sent, setSent] = useState<Sent | null>(null);
  const [sending, setSending] = useState<'asked' | 'before' | null>(null);
  const underWay = useRef(false);
  const isDemo = (one: Plan) =>
    demoTargets.some((demo) => demo !== undefined && isDemoAddress(new URL(planUrl(one)), Number(new URL(transportUrl(demo)).port)));

  const send = async (one: Plan, asked: boolean): Promise<Sent> => {
    const of = requestOf(one);
    const made: Sent = await sendOne(one, secretsFrom).then(
      (result) => ({ of, asked, result, error: null, atMs: performance.now() }),
      (error: unknown) => ({ of, asked, result: null, error, atMs: performance.now() }),
    );
    setSent(made);
    return made;
  };
  const ask = (one: Plan) => {
    if (underWay.current) return;
    underWay.current = true;
    setSending('asked');
    void send(one, true).finally(() => {
      underWay.current = false;
      setSending(null);
    });
  };
  /** Runs it unless nothing answers. The demo target begins with its first run. */
  const before = async (one: Plan, run: (plan: Plan) => void) => {
    if (underWay.current) return;
    const known = sent?.of === requestOf(one) && sent.result?.answer && performance.now() - sent.atMs < freshMs;
    if (isDemo(one) || known) return run(one);
    underWay.current = true;
    setSending('before');
    const late = new Promise<null>((done) => setTimeout(done, longestWaitMs, null));
    const first = await Promise.race([send(one, false), late]);
    underWay.current = false;
    setSending(null);
    // Why it was refused the run's own refusal says, beside the fields.
    if (first?.result?.failure == null) run(one);
  };
  const current = plan && sent?.of === requestOf(plan) ? sent : null;
  return { ask, before, close: () => setSent(null), sending, current, isDemo: plan !== null && isDemo(plan) };
}
