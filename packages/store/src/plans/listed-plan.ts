/** Plans without their long contents: files of a megabyte are not read, parsed and sent for a list that shows names. */

import { type ListedPlan, mostListedBytes } from '@plimsoll/contracts/listed-plan';
import { jsonPointer } from '@plimsoll/contracts/problem';
import { isRecord } from '@plimsoll/contracts/record';
import { maskPlan } from '../secrets.ts';

/** The result of {@link cutPlan}: a kept plan, whatever it is, where long contents may be their lengths in bytes. */
export type CutPlan = unknown;

const bytesIn = (text: string) => `octet_length(${text})`;
const isLong = (text: string) => `${bytesIn(text)} > ${mostListedBytes}`;
function cutRequest(request: string): string {
  const [body, file, base64] = [`${request} ->> 'body'`, `${request} -> 'bodyFile'`, `${request} #>> '{bodyFile,base64}'`];
  const call = `${request} -> 'grpc'`;
  const socket = `${request} -> 'websocket'`;
  return `${request} || CASE WHEN ${isLong(body)} THEN jsonb_build_object('body', ${bytesIn(body)}) ELSE '{}' END
    || CASE WHEN ${isLong(base64)} THEN jsonb_build_object('bodyFile', (${file}) || jsonb_build_object('base64', ${bytesIn(base64)}))
         ELSE '{}' END
    || CASE WHEN jsonb_typeof(${call}) = 'object' AND ${isLong(`(${call})::text`)} THEN
         jsonb_build_object('grpc', jsonb_build_object('call', ${call} -> 'call', 'bytes', ${bytesIn(`(${call})::text`)}))
         ELSE '{}' END
    || CASE WHEN jsonb_typeof(${socket}) = 'object' AND ${isLong(`(${socket})::text`)} THEN
         jsonb_build_object('websocket', jsonb_build_object('bytes', ${bytesIn(`(${socket})::text`)})) ELSE '{}' END`;
}

/** SQL of a plan whose long contents are numbers in place of texts, by going through `plan` once: each look into it reads it whole.
 * One that is no object gives null. */
export function cutPlan(plan: string): string {
  return `(SELECT jsonb_object_agg(part.key, CASE
    WHEN part.key = 'target' AND jsonb_typeof(part.value) = 'object' THEN ${cutRequest('part.value')}
    WHEN part.key = 'requests' AND jsonb_typeof(part.value) = 'array' THEN
      (SELECT jsonb_agg(${cutRequest('one.request')} ORDER BY one.place)
       FROM jsonb_array_elements(part.value) WITH ORDINALITY AS one(request, place))
    WHEN part.key = 'data' AND ${isLong(`part.value ->> 'text'`)}
      THEN part.value || jsonb_build_object('text', ${bytesIn(`part.value ->> 'text'`)})
    ELSE part.value END) FROM (SELECT ${plan} || '{}' AS whole OFFSET 0) AS stored,
      jsonb_each(CASE jsonb_typeof(stored.whole) WHEN 'object' THEN stored.whole ELSE '{}' END) AS part)`;
}

/** With secrets masked, and with the defaults of what an earlier version did not know. */
export function toListedPlan(cut: CutPlan): ListedPlan {
  const leftOut: string[] = [];
  const emptied = (value: unknown, key: string, ...path: (string | number)[]): unknown => {
    if (!isRecord(value) || typeof value[key] !== 'number') return value;
    leftOut.push(jsonPointer([...path, key]));
    return { ...value, [key]: '' };
  };
  /** The kept part of a call or a WebSocket whose messages are long. */
  const withoutMessages = (value: unknown, key: 'grpc' | 'websocket', ...path: (string | number)[]): unknown => {
    const whole = isRecord(value) ? value[key] : null;
    if (!isRecord(value) || !isRecord(whole) || typeof whole.bytes !== 'number') return value;
    leftOut.push(jsonPointer([...path, key]));
    return { ...value, [key]: key === 'grpc' ? { call: whole.call } : {} };
  };
  const request = (one: unknown, ...path: (string | number)[]): unknown => {
    const short = withoutMessages(withoutMessages(emptied(one, 'body', ...path), 'grpc', ...path), 'websocket', ...path);
    return isRecord(short) && isRecord(short.bodyFile)
      ? { ...short, bodyFile: emptied(short.bodyFile, 'base64', ...path, 'bodyFile') }
      : short;
  };
  const plan = isRecord(cut)
    ? {
        ...cut,
        ...(isRecord(cut.target) ? { target: request(cut.target, 'target') } : {}),
        ...(Array.isArray(cut.requests) ? { requests: cut.requests.map((one, index) => request(one, 'requests', index)) } : {}),
        ...(isRecord(cut.data) ? { data: emptied(cut.data, 'text', 'data') } : {}),
      }
    : cut;
  return { ...maskPlan(plan), ...(leftOut.length > 0 ? { leftOut } : {}) };
}
