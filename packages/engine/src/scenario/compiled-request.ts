/** A request of the plan, compiled once: what it sends, how its response is checked, and what of the response is kept for that. */
import { isErrorStatus } from '@plimsoll/contracts/error-status';
import type { Plan } from '@plimsoll/contracts/plan';
import { listRequests, type PlannedRequest } from '@plimsoll/contracts/requests';
import type { Target } from '@plimsoll/contracts/target';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import packageJson from '../../package.json' with { type: 'json' };
import { CompiledGrpcCall } from '../grpc/compiled-grpc-call.ts';
import { compileAuthorization } from './authorization.ts';
import { type CheckedResponse, type CheckList, compileChecks } from './checks.ts';
import { compileExtractions, type ExtractionList } from './extraction.ts';
import type { Iteration } from './iteration.ts';
import { Message } from './message.ts';
import { compileTemplate, escapeHeaderValue, escapePathText, escapePathValue, type RenderContext, render, unescaped } from './template.ts';

const userAgent = `Plimsoll/${packageJson.version}`;

/** What of the response to a request is kept. */
export interface ResponseRetention {
  readonly keepHeaders: boolean;
  /** Keep the whole body, if it has no more than 1 MiB. */
  readonly keepWhole: boolean;
  /** Checks or extractions read the body, so it is unpacked for them. */
  readonly looksInside: boolean;
  /** Texts to look for in the body. */
  readonly needles: readonly Buffer[];
  /** Keep the first bytes of the body of a response with this status? */
  readonly keepBody: (status: number) => boolean;
}

/** A complete response, and the iteration that its request belongs to; null in a mix. */
export interface JudgedResponse extends CheckedResponse {
  readonly iteration: Iteration | null;
}

export class CompiledRequest {
  /** Index in the plan. */
  readonly index: number;
  /** Null in a plan with one target. */
  readonly name: string | null;
  readonly retention: ResponseRetention;
  /** True if a response has to be checked or values are taken from it. */
  readonly judges: boolean;
  /** The message, if all requests send the same; null if templates make each one different. */
  readonly constant: Message | null;
  /** The gRPC call; null where it is an HTTP request. */
  readonly grpc: CompiledGrpcCall | null;
  readonly #render: (context: RenderContext) => Message;
  readonly #checks: CheckList;
  readonly #extractions: ExtractionList;

  constructor(plan: Plan, request: PlannedRequest, index: number, runId: string) {
    this.index = index;
    this.name = plan.requests ? request.name : null;
    const checks = [...plan.checks, ...request.checks];
    this.#checks = compileChecks(checks, request.grpc !== null);
    this.#extractions = compileExtractions(request.extract);
    this.judges = !this.#checks.isEmpty || !this.#extractions.isEmpty;
    const keepWhole = this.#checks.readsBody || this.#extractions.readsBody;
    const looksInside = keepWhole || this.#checks.needles.length > 0;
    this.retention = {
      keepHeaders: request.grpc !== null || looksInside || this.#checks.readsHeaders || this.#extractions.readsHeaders,
      keepWhole,
      looksInside,
      needles: this.#checks.needles,
      keepBody: this.judges ? () => true : (status) => isErrorStatus(plan.errorStatuses, status),
    };
    this.grpc = request.grpc ? new CompiledGrpcCall(request, request.grpc, listHeaders(request, runId), checks) : null;
    const { constant, render } = this.grpc ?? compileMessage(request, runId);
    this.constant = constant;
    this.#render = render;
  }

  message(context: RenderContext): Message {
    return this.constant ?? this.#render(context);
  }

  /**
   * What is wrong with a response whose status is no error, or null. If null, the iteration now has the values of the response. A response
   * that fails by its status is not judged: a 503 stays a 503, whatever a check says of it.
   */
  judge(response: JudgedResponse): CheckFailure | null {
    const failed = this.#checks.judge(response);
    if (failed !== null || this.#extractions.isEmpty || !response.iteration) return failed;
    const missing = this.#extractions.take(response, response.iteration.values);
    return missing && { kind: 'ofRequest', request: this.name ?? '', failure: missing };
  }
}

export function compileRequests(plan: Plan, runId: string): CompiledRequest[] {
  return listRequests(plan).map((request, index) => new CompiledRequest(plan, request, index, runId));
}

function compileMessage(target: Target, runId: string): { constant: Message | null; render: (context: RenderContext) => Message } {
  const written = sentUrl(target.url);
  const url = new URL(written);
  const path = written.includes('{{') ? compileTemplate(rawPath(written), escapePathValue, escapePathText) : `${url.pathname}${url.search}`;
  const headers = listHeaders(target, runId).map((text, index) => (index % 2 === 1 ? compileTemplate(text, escapeHeaderValue) : text));
  if (target.auth) headers.push('authorization', compileAuthorization(target.auth));
  const body = target.body ? compileTemplate(target.body, unescaped) : null;
  const bytes = decodeBody(target) ?? (typeof body === 'string' ? Buffer.from(body) : null);
  const { method } = target;
  const message = (context: RenderContext) =>
    new Message({
      url,
      method,
      path: render(path, context),
      headers: headers.map((header) => render(header, context)),
      body: typeof body === 'function' ? Buffer.from(body(context)) : bytes,
    });
  const changes = [path, body, ...headers].some((part) => typeof part === 'function');
  return { constant: changes ? null : message(emptyContext), render: message };
}

/** For templates that depend on nothing. */
const emptyContext: RenderContext = { seq: 0, row: null, values: null, random: () => 0, wallMs: () => 0 };

/** Every request names its generator and its run. A plan may replace the User-Agent, but not the run's id. */
function listHeaders(target: Target, runId: string): string[] {
  const own = Object.keys(target.headers).some((name) => name.toLowerCase() === 'user-agent') ? [] : ['user-agent', userAgent];
  return [...own, 'x-load-test-run', runId, ...Object.entries(target.headers).flat()];
}

function decodeBody({ bodyBytes, bodyFile }: Target): Buffer | null {
  if (bodyBytes !== null) return Buffer.alloc(bodyBytes, 'x');
  return bodyFile && Buffer.from(bodyFile.base64, 'base64');
}

/** Path and query as they were written, without the fragment. */
function rawPath(url: string): string {
  const written = /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] ?? '';
  return written.startsWith('/') ? written : `/${written}`;
}
