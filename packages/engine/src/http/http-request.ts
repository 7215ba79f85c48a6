/** An HTTP request of the plan, compiled once: what it sends, how its response is checked, and what of the response is kept for that. */
import type { Target } from '@plimsoll/contracts/target';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import { compileAuthorization } from '../scenario/authorization.ts';
import { CompiledRequest, listHeaders, type PlannedPart } from '../scenario/compiled-request.ts';
import type { Iteration } from '../scenario/iteration.ts';
import {
  compileTemplate,
  escapeHeaderValue,
  escapePathText,
  escapePathValue,
  noContext,
  type RenderContext,
  render,
  unescaped,
} from '../scenario/template.ts';
import { compileExtractions, type ExtractionList } from './extraction.ts';
import { HttpMessage } from './http-message.ts';
import { type CheckedResponse, compileResponseChecks, type ResponseChecks } from './response-checks.ts';

/** A complete response, and the iteration that its request belongs to; null in a mix. */
export interface JudgedResponse extends CheckedResponse {
  readonly iteration: Iteration | null;
}

export class HttpRequest extends CompiledRequest {
  readonly judges: boolean;
  readonly keepHeaders: boolean;
  /** Keep the whole body, if it has no more than 1 MiB. */
  readonly keepWhole: boolean;
  /** Checks or extractions read the body, so it is unpacked for them. */
  readonly looksInside: boolean;
  /** Texts to look for in the body. */
  readonly needles: readonly Buffer[];
  readonly constant: HttpMessage | null;
  readonly #render: (context: RenderContext) => HttpMessage;
  readonly #checks: ResponseChecks;
  readonly #extractions: ExtractionList;

  constructor(part: PlannedPart) {
    super(part);
    const { plan, request, runId } = part;
    this.#checks = compileResponseChecks([...plan.checks, ...request.checks]);
    this.#extractions = compileExtractions(request.extract);
    this.judges = !this.#checks.isEmpty || !this.#extractions.isEmpty;
    this.keepWhole = this.#checks.readsBody || this.#extractions.readsBody;
    this.looksInside = this.keepWhole || this.#checks.needles.length > 0;
    this.keepHeaders = this.looksInside || this.#checks.readsHeaders || this.#extractions.readsHeaders;
    this.needles = this.#checks.needles;
    const { constant, render } = compileMessage(request, runId);
    this.constant = constant;
    this.#render = render;
  }

  message(context: RenderContext): HttpMessage {
    return this.constant ?? this.#render(context);
  }

  /**
   * Judges a response whose status is no error; null: it is good, and the iteration now has the values of the response. A response
   * that fails by its status is not judged: a 503 stays a 503, whatever a check says of it.
   */
  judge(response: JudgedResponse): CheckFailure | null {
    const failed = this.#checks.judge(response);
    if (failed !== null || this.#extractions.isEmpty || !response.iteration) return failed;
    const missing = this.#extractions.take(response, response.iteration.values);
    return missing && { kind: 'ofRequest', request: this.name ?? '', failure: missing };
  }
}

function compileMessage(target: Target, runId: string): { constant: HttpMessage | null; render: (context: RenderContext) => HttpMessage } {
  const written = sentUrl(target.url);
  const url = new URL(written);
  const path = written.includes('{{') ? compileTemplate(rawPath(written), escapePathValue, escapePathText) : `${url.pathname}${url.search}`;
  const headers = listHeaders(target, runId).map((text, index) => (index % 2 === 1 ? compileTemplate(text, escapeHeaderValue) : text));
  if (target.auth) headers.push('authorization', compileAuthorization(target.auth));
  const body = target.body ? compileTemplate(target.body, unescaped) : null;
  const bytes = decodeBody(target) ?? (typeof body === 'string' ? Buffer.from(body) : null);
  const { method } = target;
  const message = (context: RenderContext) =>
    new HttpMessage({
      url,
      method,
      path: render(path, context),
      headers: headers.map((header) => render(header, context)),
      body: typeof body === 'function' ? Buffer.from(body(context)) : bytes,
    });
  const changes = [path, body, ...headers].some((part) => typeof part === 'function');
  return { constant: changes ? null : message(noContext), render: message };
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
