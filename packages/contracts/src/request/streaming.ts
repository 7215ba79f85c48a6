/** The parts of a plan by which its answers are streams, and so the figures that its runs have besides those of requests. */

/** A target, or a request of a plan with several. */
export interface Streaming {
  readonly grpc?: object | null;
  readonly websocket?: object | null;
  readonly stream?: string | { readonly tokens?: unknown } | null;
}

interface Requesting {
  readonly target: Streaming | null;
  readonly requests: readonly Streaming[] | null;
  readonly connection?: { readonly protocol: string };
}

/** The part of a plan that a share shows. */
interface SharedStreams {
  /** Null in what an older version froze. */
  readonly streamsOnly: boolean | null;
  /** None where the plan has one target. */
  readonly requests: readonly unknown[];
  readonly connection: { readonly protocol: string };
}
/** A plan, or what is told of one by which its answers are streams. */
export type StreamsOfPlan = Requesting | SharedStreams | { readonly streamsOnly: boolean };

export interface StreamKinds {
  readonly messages: boolean;
  readonly calls: boolean;
  readonly tokens: boolean;
  readonly sockets: boolean;
}

/** How a stored code says that the requests it counts are calls of gRPC, or WebSockets. */
export interface CountedMark {
  readonly calls?: boolean | undefined;
  readonly sockets?: boolean | undefined;
}

/** None where they are requests like any others. */
export function countedMark({ protocol }: { readonly protocol: string }): { calls?: true; sockets?: true } {
  if (protocol === 'grpc') return { calls: true };
  return protocol === 'websocket' ? { sockets: true } : {};
}

/** Is each request of a plan a stream? Of an older share one target is taken for one: where it is none, no figure tells of messages. */
export function streamsOnly(plan: StreamsOfPlan): boolean {
  if ('streamsOnly' in plan) {
    if (plan.streamsOnly !== null) return plan.streamsOnly;
    return plan.requests.length === 0 || Object.keys(countedMark(plan.connection)).length > 0;
  }
  const { target, requests } = plan;
  const parts = [...(target ? [target] : []), ...(requests ?? [])];
  return parts.length > 0 && parts.every(({ grpc, websocket, stream }) => grpc || websocket || stream);
}

/** The kinds of streams that a plan makes: any that has messages, and of these gRPC calls, streams that count tokens, and WebSockets. */
export function streamKinds({ target, requests, connection }: Requesting): StreamKinds {
  const parts = [...(target ? [target] : []), ...(requests ?? [])];
  const has = (part: (one: Streaming) => unknown) => parts.some((one) => Boolean(part(one)));
  // The plan of a file of another tool may tell the protocol alone.
  const calls = connection?.protocol === 'grpc' || has(({ grpc }) => grpc);
  return {
    messages: calls || has(({ websocket, stream }) => websocket || stream),
    calls,
    tokens: has(({ stream }) => typeof stream === 'object' && stream?.tokens),
    sockets: has(({ websocket }) => websocket),
  };
}
