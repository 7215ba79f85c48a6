/** The first gRPC call of a plan, as it is sent once: its types, its first message, and its answer as people read it. */
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import type { Plan } from '@plimsoll/contracts/plan';
import { jsonPointer } from '@plimsoll/contracts/problem';
import { listRequests, requestPath } from '@plimsoll/contracts/requests';
import { type SentAnswer, shownBodyBytes } from '@plimsoll/contracts/sent-one';
import type { Target } from '@plimsoll/contracts/target';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { hasTemplate } from '@plimsoll/contracts/template';
import { compileCall } from '@plimsoll/grpc/compile-call';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import { listCallFields } from '@plimsoll/network/call-fields';
import { frameMessage } from '@plimsoll/network/message-frame';
import type { SendQuestion } from '@plimsoll/network/send-question';
import { compileTemplate, type RenderContext, render, unescaped } from '@plimsoll/network/template';
import type { ApiContext } from '../context.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { refuseUnasked } from '../http/refuse-unasked.ts';

/** In place of a run's id, so that a target can tell it. */
export const sender = 'send-one';

export function refusedTarget(plan: Plan, reason: string): ApiError {
  const field = `/plan${jsonPointer(requestPath(plan, 0))}/url`;
  return new ApiError('target_refused', reason, [{ field, message: reason }]);
}

export interface Asked {
  readonly isCall: boolean;
  readonly parts: Pick<SendQuestion, 'method' | 'path' | 'headers' | 'body' | 'socket'>;
  /** The answer as people read it. */
  shown(answer: SentAnswer, messages: readonly Uint8Array[]): SentAnswer;
}

/** The first call of a plan, with its first message; its types are asked for where the plan leaves them to reflection. */
export async function callOf(
  context: ApiContext,
  teamId: string,
  plan: Plan,
  grpc: GrpcCall,
  policy: TargetPolicy,
  place: RenderContext,
): Promise<Asked | { readonly failure: string }> {
  const target = listRequests(plan)[0] as Target;
  const settled = await settledCall(context, teamId, plan, grpc, policy);
  if ('failure' in settled) return settled;
  try {
    const call = compileCall(settled);
    const bytes = call.messages[0]?.fill((text) => render(compileTemplate(text, unescaped), place)) ?? new Uint8Array();
    const headers = listCallFields(target, grpc, call.path, sender).map((field) => render(field, place));
    const shown = (answer: SentAnswer, messages: readonly Uint8Array[]): SentAnswer => {
      if (messages.length === 0) return answer;
      const text = messages.map((message) => JSON.stringify(call.answers.decode(message))).join('\n');
      const cut = Buffer.from(text).subarray(0, shownBodyBytes);
      return {
        ...answer,
        body: { text: new TextDecoder().decode(cut, { stream: true }), cut: cut.length < Buffer.byteLength(text) || !answer.whole },
      };
    };
    return { isCall: true, parts: { method: 'POST', path: call.path, headers, body: frameMessage(bytes, grpc.gzip) }, shown };
  } catch (error) {
    if (!(error instanceof GrpcError)) throw error;
    throw invalid(`/plan${jsonPointer([...requestPath(plan, 0), 'grpc', ...error.path])}`, error.message);
  }
}

async function settledCall(
  context: ApiContext,
  teamId: string,
  plan: Plan,
  grpc: GrpcCall,
  policy: TargetPolicy,
): Promise<GrpcCall | { readonly failure: string }> {
  if (!grpc.reflection) return grpc;
  const url = new URL(transportUrl(listRequests(plan)[0]?.url ?? ''));
  const plain = Object.entries(grpc.metadata).filter(([, value]) => !hasTemplate(value));
  const { dns, tls } = plan.connection;
  const types = await context.strangers
    .askTypes(teamId, {
      url: url.href,
      policy,
      connection: { dns, tls },
      authority: grpc.authority ?? url.host,
      service: grpc.call.slice(0, grpc.call.indexOf('/')),
      metadata: Object.fromEntries(plain),
    })
    .catch(refuseUnasked);
  if (types.kind === 'refused') throw refusedTarget(plan, types.reason);
  if (types.kind === 'failed') return { failure: types.reason };
  return { ...grpc, reflection: false, descriptorSet: Buffer.from(types.descriptorSet).toString('base64') };
}
