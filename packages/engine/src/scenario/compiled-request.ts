/** A request of the plan, compiled once by its protocol: what it sends, and whether its answers are judged. */
import { isErrorStatus } from '@plimsoll/contracts/error-status';
import type { Plan } from '@plimsoll/contracts/plan';
import type { PlannedRequest } from '@plimsoll/contracts/requests';
import type { RenderContext } from '@plimsoll/network/template';

/** The content of one request, in its protocol's form. A request without templates is one message that is used again and again. */
export interface Message {
  /** Names and values, alternating. */
  readonly headers: readonly string[];
}

/** A request of the plan, of which `index` is its place. */
export interface PlannedPart {
  readonly plan: Plan;
  readonly request: PlannedRequest;
  readonly index: number;
  readonly runId: string;
}

export abstract class CompiledRequest {
  /** Index in the plan. */
  readonly index: number;
  /** Null in a plan with one target. */
  readonly name: string | null;
  readonly #errorStatuses: Plan['errorStatuses'];

  constructor({ plan, request, index }: PlannedPart) {
    this.index = index;
    this.name = plan.requests ? request.name : null;
    this.#errorStatuses = plan.errorStatuses;
  }

  /** True if an answer has to be checked or values are taken from it. */
  abstract readonly judges: boolean;
  /** True if somebody looks at the fields of an answer's head. */
  abstract readonly keepHeaders: boolean;
  /** The message, if all requests send the same; null if templates make each one different. */
  abstract readonly constant: Message | null;
  abstract message(context: RenderContext): Message;
  /** A copy of one of its messages that has this header, too. */
  abstract withHeader(message: Message, name: string, value: string): Message;

  /** Keep the first bytes of the body of an answer with this status? */
  keepBody(status: number): boolean {
    return this.judges || isErrorStatus(this.#errorStatuses, status);
  }
}
