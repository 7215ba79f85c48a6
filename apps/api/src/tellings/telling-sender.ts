/**
 * Reads the ends of runs for who wants to be told, and sends what is due: a few messages at once, one of each address. Every API process does it beside the others:
 * each message is taken by one, and by another where that one is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readRunEnds } from '@plimsoll/analysis/read-run-ends';
import { noteAttempt, type TakenDelivery, takeDelivery } from '@plimsoll/store/deliveries';
import type { RunEnd } from '@plimsoll/store/run-events';
import { inSpan, type SpanOptions, type Traces } from '@plimsoll/telemetry/spans';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiContext } from '../context.ts';
import { type SenderContext, sendDelivery } from './send-delivery.ts';
import { tellRunEnd } from './tell-run-end.ts';

export interface TellingSenderOptions extends SenderContext {
  readonly traces: Traces;
  readonly metrics: Pick<ApiContext['metrics'], 'observeDelivery'>;
  readonly log: FastifyBaseLogger;
}

const lookEveryMs = 1000;
const mostAtOnce = 3;
/** One team leaves room for another. */
const mostOfTeam = 2;

/** Runs until the answer is called, which resolves when nothing is under way any more. */
export function startTellingSender(options: TellingSenderOptions): () => Promise<void> {
  const { db, config, log, metrics, traces } = options;
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function send(delivery: TakenDelivery): Promise<void> {
    const { id, webhookId, kind, attempt } = delivery;
    try {
      const attempted = await inSpan(traces, 'deliver message', spanOf(delivery), async (span) => {
        const made = await sendDelivery(options, delivery);
        if (made?.status) span.set({ 'http.response.status_code': made.status });
        span.end(made?.failure);
        return made;
      });
      if (!attempted) return;
      await noteAttempt(db, delivery, attempted);
      metrics.observeDelivery(attempted.failure === null ? 'delivered' : 'failed');
      if (attempted.failure !== null)
        log.info(
          { deliveryId: id, webhookId, kind, attempt, failure: attempted.failure, status: attempted.status },
          'a message was not delivered',
        );
    } catch (error) {
      // Another process, or this one, sends it again later.
      log.warn({ deliveryId: id, webhookId, err: error }, 'a message could not be sent');
    }
  }

  /** Takes what is due until all hands are full, and again as each is free. */
  async function sendDue(): Promise<void> {
    while (!closing.signal.aborted && underWay.size < mostAtOnce) {
      const delivery = await takeDelivery(db, config.secretKey, mostOfTeam);
      if (!delivery) return;
      const sending = send(delivery).finally(() => {
        underWay.delete(sending);
        look.abort();
      });
      underWay.add(sending);
    }
  }

  let look = new AbortController();
  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      look = new AbortController();
      const onFailed = (end: { readonly runId: string }, error: unknown) =>
        log.error({ runId: end.runId, err: error }, 'the end of a run cannot be told yet');
      const tell = (end: RunEnd) => inSpan(traces, 'tell run end', spanOf(end), () => tellRunEnd(db, end));
      await readRunEnds(db, { reader: 'tellings', tell, onFailed })
        .then(sendDue)
        // A database that is away is told by every request.
        .catch((error: unknown) => log.debug({ err: error }, 'messages wait'));
      const woken = AbortSignal.any([closing.signal, look.signal]);
      await sleep(lookEveryMs, undefined, { signal: woken }).catch(() => undefined);
    }
  }
  const running = run();
  return async () => {
    closing.abort();
    await running;
    await Promise.all(underWay);
  };
}

/** In the trace of what it tells of. No address: its path is often its secret. */
function spanOf(telling: RunEnd | TakenDelivery): SpanOptions {
  const { traceParent: parent, runId } = telling;
  const ofRun = runId === null ? {} : { 'plimsoll.run_id': runId };
  if (!('webhookId' in telling)) return { parent, attributes: { ...ofRun, 'plimsoll.state': telling.state } };
  const { id, kind, format, attempt } = telling;
  return {
    kind: 'client',
    parent,
    attributes: { ...ofRun, 'plimsoll.event': kind, 'plimsoll.format': format, 'plimsoll.delivery_id': id, 'plimsoll.attempt': attempt },
  };
}
