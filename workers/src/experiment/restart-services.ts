/** Restarts the services of an experiment between two rounds, and waits until each of them answers again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, connectionSchema } from '@plimsoll/contracts/connection';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import { planUrl } from '@plimsoll/contracts/requests';
import { judgeUrl, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import { ApartError } from '@plimsoll/network/apart-error';
import type { SendAnswer } from '@plimsoll/network/send-one';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';
import { listTeamHosts } from '@plimsoll/store/team-hosts';
import { readTeamTargets } from '@plimsoll/store/team-settings';
import { claimPolicy } from '../run/claim-policy.ts';
import { type ProvingContext, proveHosts } from '../run/prove-hosts.ts';

/** For the restart, and again until the services answer. */
const longestMs = 60_000;
const seconds = longestMs / 1000;
const questionMs = 5000;
const askEveryMs = 500;

/** Null: all were restarted and answer, or `halt` came first. Else why the experiment cannot go on. */
export async function restartServices(
  context: ProvingContext,
  experiment: Pick<ClaimedExperiment, 'id' | 'teamId' | 'variants' | 'restart'>,
  round: number,
  halt: AbortSignal,
): Promise<ExperimentRemark | null> {
  const { id, teamId, restart, variants } = experiment;
  if (!restart) return null;
  const { db, config, log } = context;
  const failed = (because: 'status' | 'late' | 'unanswered' | 'refused' | 'unasked', status: number | null = null): ExperimentRemark => ({
    kind: 'restartFailed',
    round,
    because,
    status,
    seconds,
  });
  const urls = [restart.url, ...variants.map(({ plan }) => planUrl(plan))];
  const teamHosts = await listTeamHosts(db, teamId);
  const looked = await proveHosts(context, { by: id, urls, teamId, teamHosts });
  if ('refused' in looked) return failed('refused');
  const policy = claimPolicy(config, { teamTargets: await readTeamTargets(db, teamId), proven: looked.proven });
  if (judgeUrl(policy, new URL(restart.url))) return failed('refused');
  log.info({ round }, 'services are restarted');
  const body = Buffer.from(JSON.stringify({ experiment: id, round, variants: variants.map(({ name }) => name) }));
  const posted = await askOnce(context, id, { url: restart.url, policy, connection: plain, method: 'POST', body }, halt);
  if (halt.aborted) return null;
  if (posted === 'late' || posted === 'unasked') return failed(posted);
  if (posted.kind === 'refused') return failed('refused');
  if (posted.kind === 'failed') return failed(posted.because === 'late' ? 'late' : 'unanswered');
  if (posted.answer.status < 200 || posted.answer.status > 299) return failed('status', posted.answer.status);
  for (const { name, plan } of variants) {
    const question = { url: planUrl(plan), policy, connection: plan.connection, method: 'GET', body: null } as const;
    if (!(await answers(context, id, question, halt)))
      return halt.aborted ? null : { kind: 'silentAfterRestart', round, variant: name, seconds };
  }
  return null;
}

const plain = connectionSchema.parse({});

interface Question {
  readonly url: string;
  readonly policy: TargetPolicy;
  readonly connection: Connection;
  readonly method: 'GET' | 'POST';
  readonly body: Uint8Array | null;
}

/** Whatever it answers, it is there. */
async function answers(context: ProvingContext, by: string, question: Question, halt: AbortSignal): Promise<boolean> {
  const endMs = performance.now() + longestMs;
  while (performance.now() < endMs && !halt.aborted) {
    const said = await ask(context, by, question, questionMs);
    if (typeof said !== 'string' && said.kind === 'answered') return true;
    await sleep(askEveryMs, undefined, { signal: halt }).catch(() => undefined);
  }
  return false;
}

/** Nobody heard of a question that no process took up: it is asked again. */
async function askOnce(
  context: ProvingContext,
  by: string,
  question: Question,
  halt: AbortSignal,
): Promise<SendAnswer | 'late' | 'unasked'> {
  const endMs = performance.now() + longestMs;
  for (;;) {
    const said = await ask(context, by, question, longestMs);
    if (said !== 'unasked' || halt.aborted || performance.now() > endMs) return said;
    await sleep(askEveryMs, undefined, { signal: halt }).catch(() => undefined);
  }
}

async function ask(
  { strangers }: ProvingContext,
  by: string,
  { url, policy, connection, method, body }: Question,
  limitMs: number,
): Promise<SendAnswer | 'late' | 'unasked'> {
  const sent = new URL(transportUrl(sentUrl(url)));
  const headers = body ? ['content-type', 'application/json', 'content-length', String(body.length)] : [];
  return strangers
    .sendOne(
      by,
      {
        url: transportUrl(url),
        host: sent.host,
        method,
        path: `${sent.pathname}${sent.search}`,
        headers,
        body,
        keepAlive: false,
        connection,
        isCall: false,
        policy,
      },
      limitMs,
    )
    .catch((error: unknown) => {
      if (!(error instanceof ApartError)) throw error;
      return error.code === 'late' || error.code === 'broke' ? ('late' as const) : ('unasked' as const);
    });
}
