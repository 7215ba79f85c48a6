/**
 * Several requests in one plan: a weighted mix, or a sequence that carries values from one response into later requests.
 * A plan with one `target` reads here as one request without a name.
 */
import { z } from 'zod';
import { type PlacedRefusal, type Refusal, refusal, refuse, refused } from '../api/refusal.ts';
import { checkClashes, checkSchema } from './check.ts';
import { transportUrl } from './grpc-url.ts';
import { parseJsonPath } from './json-path.ts';
import { headerName, judgeTarget, mostBodyBytes, type Target, targetShape } from './target.ts';
import { text } from './target-text.ts';
import { templateWords } from './template.ts';
import { unixSocketPath } from './unix-url.ts';

/** The name that thresholds, figures and error examples call a request by. */
export const requestName = /^[A-Za-z0-9](?:[A-Za-z0-9 _./:-]{0,78}[A-Za-z0-9_/])?$/;
const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,49}$/;

function regexProblem(source: string, group: number): Refusal | null {
  try {
    // The empty alternative matches first: the pattern itself, which may be slow, is not run.
    const groups = (new RegExp(`|${source}`).exec('') as RegExpExecArray).length - 1;
    return group > groups ? refusal('regex_groups', { groups }) : null;
  } catch (error) {
    return error instanceof Error ? refusal('regex_error', { error: error.message }) : refusal('regex_unreadable');
  }
}

/** The source of a value: a place in a JSON body, a header, or a group of a regular expression over the body. */
export const extractionSchema = z.union(
  [
    text(500).refine((path) => parseJsonPath(path) !== null, refused('json_path')),
    z.strictObject({ header: z.string().regex(headerName, refused('header_name')) }),
    z
      .strictObject({
        /** JavaScript syntax, without flags; bodies up to 1 MB, at most 20 ms. */
        regex: text(500).min(1, refused('which_pattern')),
        /** 0 is the whole match. */
        group: z.int().min(0).max(99).default(1),
      })
      .superRefine(({ regex, group }, context) => {
        const problem = regexProblem(regex, group);
        if (problem) refuse(context, ['regex'], problem);
      }),
  ],
  refused('extraction_shape'),
);
export type Extraction = z.infer<typeof extractionSchema>;

export const requestOrders = ['auto', 'mix', 'sequence'] as const;
export const requestSchema = z
  .strictObject({
    name: z.string().regex(requestName, refused('request_name')),
    /** Share of a mix, beside the other weights. */
    weight: z.int(refused('weight_whole')).min(1, refused('weight_least')).max(1000).default(1),
    ...targetShape,
    /** Values of the response for later requests of the sequence, by the name that `{{name}}` uses. No value fails the request. */
    extract: z
      .record(
        z
          .string()
          .regex(variableName, refused('variable_name'))
          .refine((name) => !templateWords.has(name), refused('variable_is_template')),
        extractionSchema,
      )
      .refine((values) => Object.keys(values).length <= 20, refused('values_most'))
      .default({}),
    /** Besides the plan's own checks. */
    checks: z.array(checkSchema).max(50).default([]),
  })
  .superRefine(judgeTarget);
export type PlannedRequest = z.infer<typeof requestSchema>;

interface Requesting {
  readonly target: Target | null;
  readonly requests: readonly PlannedRequest[] | null;
  readonly requestOrder: (typeof requestOrders)[number];
}
type AtLeastOne<T> = readonly [T, ...T[]];

/** The values that a target leaves unsaid and a request of a list may say. */
const unsaid = { ...requestSchema.parse({ name: 'target', url: 'http://127.0.0.1/' }), name: '' };

/** Every request of the plan, in its order. The one request of a plan with a target has the name ''. */
export function listRequests(plan: Pick<Requesting, 'target' | 'requests'>): AtLeastOne<PlannedRequest> {
  const requests = plan.requests ?? (plan.target ? [{ ...unsaid, ...plan.target }] : []);
  if (requests.length === 0) throw new RangeError('The plan has no request.');
  return requests as unknown as AtLeastOne<PlannedRequest>;
}

/** Path of a request in its plan: `['target']` or `['requests', 2]`. */
export function requestPath(plan: Pick<Requesting, 'requests'>, index: number): (string | number)[] {
  return plan.requests ? ['requests', index] : ['target'];
}

/**
 * Any URL of the plan: origin, policy and TLS are the same for all its requests. Always http:// or https://, which gRPC and WebSockets go over,
 * or http+unix:// with the path of the socket alone.
 */
export function planUrl(plan: Pick<Requesting, 'target' | 'requests'>): string {
  const { url } = listRequests(plan)[0];
  const socket = unixSocketPath(url);
  return socket === null ? transportUrl(url) : `http+unix://${socket}:/`;
}

/** The action at the request's URL: its method, or the gRPC call or the WebSocket in place of one. */
export function requestVerb({ method, grpc, websocket }: Pick<Target, 'method' | 'grpc'> & Partial<Pick<Target, 'websocket'>>): string {
  return grpc?.call ?? (websocket ? 'WebSocket' : method);
}

export function isSequence({ requests, requestOrder }: Pick<Requesting, 'requests' | 'requestOrder'>): boolean {
  if (requests === null || requestOrder === 'mix') return false;
  return requestOrder === 'sequence' || requests.some(({ extract }) => Object.keys(extract).length > 0);
}

/** Lists the contradictions between a plan's requests. */
export function requestListProblems(plan: Requesting): PlacedRefusal[] {
  const problems: PlacedRefusal[] = [];
  const issue = (path: (string | number)[], reason: Refusal) => problems.push({ path, reason });
  const { target, requests } = plan;
  if (!requests) {
    if (!target) issue(['target'], refusal('target_missing'));
    if (plan.requestOrder !== 'auto') issue(['requestOrder'], refusal('belongs_to', { field: 'requestOrder', owner: 'requests' }));
    return problems;
  }
  if (target) issue(['target'], refusal('exclude_others', { first: 'target', second: 'requests' }));
  if (requests.reduce((sum, { bodyBytes }) => sum + (bodyBytes ?? 0), 0) > mostBodyBytes) issue(['requests'], refusal('bodies_too_large'));
  const sequence = isSequence(plan);
  const originOf = (url: string) => unixSocketPath(url) ?? (URL.canParse(url) ? new URL(url).origin : '');
  const origin = originOf(requests[0]?.url ?? '');
  const names = new Set<string>();
  requests.forEach((request, index) => {
    const at = (field: string) => ['requests', index, field];
    if (names.has(request.name)) issue(at('name'), refusal('request_name_twice', { name: request.name }));
    names.add(request.name);
    for (const { path, reason } of checkClashes(request.checks, [request])) issue(['requests', index, ...path], reason);
    if (request.grpc) issue(at('grpc'), refusal('grpc_one_call'));
    if (request.websocket) issue(at('websocket'), refusal('websocket_alone'));
    if (originOf(request.url) !== origin) issue(at('url'), refusal('other_origin', { origin }));
    if (sequence && request.weight !== 1) issue(at('weight'), refusal('weight_in_sequence'));
    if (!sequence && Object.keys(request.extract).length > 0) issue(at('extract'), refusal('extract_in_mix'));
    if (request.stream && Object.keys(request.extract).length > 0) issue(at('extract'), refusal('stream_extract'));
  });
  return problems;
}
