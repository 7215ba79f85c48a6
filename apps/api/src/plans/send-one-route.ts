/** Sends the first request of a plan once, before any load. */
import { randomBytes } from 'node:crypto';
import { parseRows } from '@plimsoll/contracts/data-rows';
import { durationMs } from '@plimsoll/contracts/duration';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { jsonPointer } from '@plimsoll/contracts/problem';
import { listRequests, planUrl, requestPath } from '@plimsoll/contracts/requests';
import { type SentAnswer, type SentOne, sendOneSchema, sentOneSchema } from '@plimsoll/contracts/sent-one';
import type { Target } from '@plimsoll/contracts/target';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import type { WebSocketPlan } from '@plimsoll/contracts/websocket';
import { ApartError } from '@plimsoll/network/apart-error';
import { compileHttpRequest } from '@plimsoll/network/http-request';
import { createSecretMask } from '@plimsoll/network/secret-mask';
import type { SendFailure } from '@plimsoll/network/send-one';
import type { SocketMessages } from '@plimsoll/network/send-question';
import { compileTemplate, type RenderContext, render, unescaped } from '@plimsoll/network/template';
import { writeAudit } from '@plimsoll/store/audited';
import { refuseWhileHeld } from '@plimsoll/store/load-hold';
import { problemWords } from '@plimsoll/wording/en/problem';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { Caller } from '../auth/caller.ts';
import { refuseUrlOutsideBudget } from '../budget/hold-to-budget.ts';
import type { ApiContext } from '../context.ts';
import { invalid } from '../http/api-error.ts';
import { refuseUnasked } from '../http/refuse-unasked.ts';
import { errors, type Route } from '../http/schema.ts';
import { readTeamPolicy } from '../team/team-policy.ts';
import { refuseUnfit, withSecrets } from './plan-intake.ts';
import { type Asked, callOf, refusedTarget, sender } from './send-call.ts';
import { openSendTurns } from './send-turns.ts';

const longestMs = 10_000;
/** A stream is read for so long: its first messages are what people want to see. */
const streamMs = 2000;
/** A body that is larger is for loads. */
const mostSentBytes = 1024 * 1024;

export const sendOneRequest: Route = (context) => async (app) => {
  const turns = openSendTurns();
  app.post(
    api.sendOne,
    {
      config: { action: 'run.create', takesPlan: 'sendOne', yaml: true },
      schema: {
        summary: "Send a plan's first request once, as its runs would.",
        description:
          'By the API itself, over the protocol of the plan, to a target that the policy allows. Of a gRPC call the first message is sent, and what is answered is told as JSON. A WebSocket is opened, sends its first message, and the answers until the first to it are told, for 2 seconds at most; then it is closed. Of a stream the messages of the first 2 seconds are read. Redirects are not followed. The name, the connection and the answer have 10 seconds, or the plan’s timeout; 1 MiB is read, 2 kB of text are answered, with the secrets of the plan masked. Nothing is kept. A person has one under way and 30 a minute; a team asks one server at a time.',
        tags: ['plans'],
        body: sendOneSchema,
        response: { 200: sentOneSchema, ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503) },
      },
    },
    async (request) => {
      const caller = teamCaller(request);
      const { plan: posted, secretsFrom } = request.body;
      const plan = await withSecrets(context, caller, posted, secretsFrom);
      await refuseUnfit(context, caller, plan);
      refuseUrlOutsideBudget(caller, planUrl(plan), '/plan');
      refuseLarge(plan);
      await refuseWhileHeld(context.db);
      const turn = turns.begin(caller.userId);
      try {
        await writeAudit(context.db, auditActor(request), { action: 'run.probe', details: { to: hostOfPlan(plan) } });
        return await send(context, caller, plan);
      } finally {
        turn.end();
      }
    },
  );
};

/** The log names the host, and nothing of a URL that may be secret. */
function hostOfPlan(plan: Plan): string {
  const url = listRequests(plan)[0]?.url ?? '';
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Throws ApiError where it is too large to be sent once. */
function refuseLarge(plan: Plan): void {
  const [first] = listRequests(plan);
  const bytes = first?.bodyBytes ?? first?.bodyFile?.base64.length ?? 0;
  if (bytes > mostSentBytes * 1.4) throw invalid(`/plan${jsonPointer(requestPath(plan, 0))}/bodyBytes`, problemWords.plan.sendOneBody);
}

async function send(context: ApiContext, { teamId }: Caller, plan: Plan): Promise<SentOne> {
  const [first] = listRequests(plan);
  if (!first) throw invalid('/plan', problemWords.general.invalidInput);
  const place: RenderContext = { seq: 0, row: firstRow(plan), values: null, random: Math.random, wallMs: Date.now };
  const policy = await readTeamPolicy(context, teamId);
  const limitMs = Math.min(longestMs, durationMs(plan.timeout));
  const asked = first.grpc ? await callOf(context, teamId, plan, first.grpc, policy, place) : requestOf(first, place);
  if ('failure' in asked) return { answer: null, failure: asked.failure };
  const { parts, shown, isCall } = asked;
  const url = new URL(transportUrl(sentUrl(first.url)));
  const question = {
    ...parts,
    isCall,
    url: transportUrl(first.url),
    host: url.host,
    keepAlive: plan.connection.keepAlive,
    connection: plan.connection,
    policy,
    ...(first.stream || parts.socket ? { readMs: streamMs } : {}),
  };
  const said = await context.strangers.sendOne(teamId, question, limitMs).catch((error: unknown) => {
    if (error instanceof ApartError && (error.code === 'late' || error.code === 'broke')) return null;
    return refuseUnasked(error);
  });
  if (said?.kind === 'refused') throw refusedTarget(plan, said.reason);
  if (said?.kind === 'answered') {
    const mask = createSecretMask(plan);
    const sent = { message: parts, context: place };
    return { answer: masked(shown(said.answer, said.messages), (text, cut) => mask(text, sent, cut)), failure: null };
  }
  const because = said?.because ?? 'late';
  return { answer: null, failure: typeof because === 'string' ? failureText(because, limitMs) : because.reason };
}

function requestOf(target: Target, place: RenderContext): Asked {
  const { url, ...parts } = compileHttpRequest({ ...target, url: transportUrl(target.url) }, sender).render(place);
  const { websocket } = target;
  const headers = websocket ? [...parts.headers, ...upgradeHeaders(websocket.subprotocols)] : parts.headers;
  const socket = websocket ? { socket: socketMessages(websocket, place) } : {};
  return { isCall: false, parts: { ...parts, headers, ...socket }, shown: (answer) => answer };
}

/** The messages that each connection begins with. */
function socketMessages({ firstMessage, firstAnswered, messages }: WebSocketPlan, place: RenderContext): SocketMessages {
  const rendered = (text: string) => Buffer.from(render(compileTemplate(text, unescaped), { ...place, messageSeq: 0 }));
  const message = messages?.[0];
  return {
    first: firstMessage === null ? null : rendered(firstMessage),
    firstAnswered,
    message:
      message === undefined
        ? null
        : typeof message === 'string'
          ? { bytes: rendered(message), binary: false }
          : { bytes: Buffer.from(message.base64, 'base64'), binary: true },
  };
}

/** Asks for a WebSocket. Its connection ends with the answer. */
function upgradeHeaders(subprotocols: readonly string[]): string[] {
  const asked = ['connection', 'Upgrade', 'upgrade', 'websocket', 'sec-websocket-version', '13'];
  const named = subprotocols.length > 0 ? ['sec-websocket-protocol', subprotocols.join(', ')] : [];
  return [...asked, 'sec-websocket-key', randomBytes(16).toString('base64'), ...named];
}

function failureText(because: SendFailure, limitMs: number): string {
  return because === 'late' ? problemWords.sendOne.late({ seconds: limitMs / 1000 }) : problemWords.sendOne[because];
}

function firstRow({ data }: Plan): RenderContext['row'] {
  const parsed = data && parseRows(data);
  if (!parsed || 'error' in parsed) return null;
  return new Map(parsed.columns.map((column, at) => [column, parsed.rows[0]?.[at] ?? '']));
}

/** A target may answer what it was sent. */
function masked(answer: SentAnswer, mask: (text: string, cut: boolean) => string): SentAnswer {
  const { body, location, grpc } = answer;
  return {
    ...answer,
    grpc: grpc && { ...grpc, message: grpc.message && mask(grpc.message, true) },
    location: location && mask(location, true),
    body: body && { ...body, text: mask(body.text, body.cut) },
  };
}
