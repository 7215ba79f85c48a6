/** Plans without their long contents: files of a megabyte are not read, parsed and sent for a list that shows names. */
import { type ListedPlan, listedPlanSchema, mostListedBytes } from '@plimsoll/contracts/listed-plan';
import type { Plan } from '@plimsoll/contracts/plan';
import { maskSecrets } from '@plimsoll/contracts/plan-secrets';
import { jsonPointer } from '@plimsoll/contracts/problem';
import type { PlannedRequest } from '@plimsoll/contracts/requests';
import type { Target } from '@plimsoll/contracts/target';

/** A content, or its length in bytes where it was cut; absent in plans of older versions. */
type Content = string | number | null | undefined;
type Cut<Requested extends Target> = Omit<Requested, 'body' | 'bodyFile'> & {
  readonly body?: Content;
  readonly bodyFile?: { readonly name: string; readonly base64: Content } | null;
};
/** What {@link cutPlan} gives. A plan that was not cut is one, too. */
export type CutPlan = Omit<Plan, 'target' | 'requests' | 'data'> & {
  readonly target?: Cut<Target> | null;
  readonly requests?: readonly Cut<PlannedRequest>[] | null;
  readonly data?: (Omit<NonNullable<Plan['data']>, 'text'> & { readonly text: Content }) | null;
};

const bytesIn = (text: string) => `octet_length(${text})`;
const isLong = (text: string) => `${bytesIn(text)} > ${mostListedBytes}`;
function cutRequest(request: string): string {
  const [body, file, base64] = [`${request} ->> 'body'`, `${request} -> 'bodyFile'`, `${request} #>> '{bodyFile,base64}'`];
  return `${request} || CASE WHEN ${isLong(body)} THEN jsonb_build_object('body', ${bytesIn(body)}) ELSE '{}' END
    || CASE WHEN ${isLong(base64)} THEN jsonb_build_object('bodyFile', (${file}) || jsonb_build_object('base64', ${bytesIn(base64)}))
         ELSE '{}' END`;
}

/** SQL of a plan whose long contents are numbers in place of texts, by going through `plan` once: each look into it reads it whole. */
export function cutPlan(plan: string): string {
  return `(SELECT jsonb_object_agg(part.key, CASE
    WHEN part.key = 'target' AND jsonb_typeof(part.value) = 'object' THEN ${cutRequest('part.value')}
    WHEN part.key = 'requests' AND jsonb_typeof(part.value) = 'array' THEN
      (SELECT jsonb_agg(${cutRequest('one.request')} ORDER BY one.place)
       FROM jsonb_array_elements(part.value) WITH ORDINALITY AS one(request, place))
    WHEN part.key = 'data' AND ${isLong(`part.value ->> 'text'`)}
      THEN part.value || jsonb_build_object('text', ${bytesIn(`part.value ->> 'text'`)})
    ELSE part.value END) FROM jsonb_each(${plan}) AS part)`;
}

/** With secrets masked, and with the defaults of what an earlier version did not know. */
export function toListedPlan(cut: CutPlan): ListedPlan {
  const leftOut: string[] = [];
  const shown = (content: Content, ...path: (string | number)[]): Content => {
    if (typeof content !== 'number') return content;
    leftOut.push(jsonPointer(path));
    return '';
  };
  const request = <Requested extends Target>(one: Cut<Requested>, ...path: (string | number)[]): Cut<Requested> => ({
    ...one,
    body: shown(one.body, ...path, 'body'),
    ...(one.bodyFile ? { bodyFile: { ...one.bodyFile, base64: shown(one.bodyFile.base64, ...path, 'bodyFile', 'base64') } } : {}),
  });
  const plan = {
    ...cut,
    ...(cut.target ? { target: request(cut.target, 'target') } : {}),
    ...(cut.requests ? { requests: cut.requests.map((one, index) => request(one, 'requests', index)) } : {}),
    ...(cut.data ? { data: { ...cut.data, text: shown(cut.data.text, 'data', 'text') } } : {}),
  };
  const masked = { ...maskSecrets(plan as Plan), ...(leftOut.length > 0 ? { leftOut } : {}) };
  const parsed = listedPlanSchema.safeParse(masked);
  return parsed.success ? parsed.data : masked;
}
