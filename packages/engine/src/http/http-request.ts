/** An HTTP request of the plan, compiled once: what it sends, how its response is checked, and what of the response is kept for that. */
import type { Target } from '@plimsoll/contracts/target';
import { compileHttpRequest } from '@plimsoll/network/http-request';
import { noContext, type RenderContext } from '@plimsoll/network/template';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import { CompiledRequest, type PlannedPart } from '../scenario/compiled-request.ts';
import type { Iteration } from '../scenario/iteration.ts';
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

  withHeader(message: HttpMessage, name: string, value: string): HttpMessage {
    return message.withHeader(name, value);
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
  const { changes, render } = compileHttpRequest(target, runId);
  return { constant: changes ? null : new HttpMessage(render(noContext)), render: (context) => new HttpMessage(render(context)) };
}
