/**
 * A language model's answer has a path, headers, prompts and thresholds that fit nothing else: a WebSocket or a gRPC call leaves them, and the
 * paths of the demo target's streams. As the body does, they wait until the request is HTTP again.
 */
import { streamKinds } from '@plimsoll/contracts/streaming';
import { demoStreamPaths } from '@plimsoll/contracts/system';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { isAtDemo, isDemoStream } from '../../../domain/plan/demo-url.ts';
import type { FormValues } from './form-values.ts';
import type { RequestRow } from './request-row.ts';
import type { Pair } from './rows.ts';

const paths: readonly string[] = [demoStreamPaths.openai, demoStreamPaths.anthropic, demoStreamPaths.responses];
const ownHeaders = ['content-type', 'anthropic-version'];
const isOwn = ({ name }: Pair) => ownHeaders.includes(name.toLowerCase());

function isOfTokens(text: string): boolean {
  const threshold = parseThreshold(text);
  return 'needs' in threshold && threshold.needs === 'tokens';
}

function usesRows({ body: _body, ...row }: RequestRow): boolean {
  return /\{\{\s*row\./.test(JSON.stringify(row));
}

/** The form without the parts that only a request to a language model can use; as it is where it makes none. */
export function leaveModel(values: FormValues, demoTarget?: string): FormValues {
  const [first, ...others] = values.requestRows;
  if (!first || first.isCall || first.isSocket) return values;
  const { url, headers } = first;
  const isOfDemo = isAtDemo(url, demoTarget) && isDemoStream(url);
  if (!isOfDemo && !streamKinds({ target: first, requests: null }).tokens) return values;
  const isItsPath = isOfDemo || (URL.canParse(url) && paths.includes(new URL(url).pathname));
  const left = { ...first, url: isItsPath ? new URL('/', url).href : url, headers: headers.filter((one) => !isOwn(one)) };
  const data = usesRows(left) ? null : values.data;
  return {
    ...values,
    requestRows: [left, ...others],
    thresholds: values.thresholds.filter((text) => !isOfTokens(text)),
    data: data ? null : values.data,
    waitingModel: { url, headers: headers.filter(isOwn), thresholds: values.thresholds.filter(isOfTokens), data },
  };
}

/** The same with them again, beside what was written meanwhile; a URL with a path of its own stays. */
export function backToModel(values: FormValues): FormValues {
  const { waitingModel, requestRows, thresholds, data } = values;
  const [first, ...others] = requestRows;
  if (!waitingModel || !first) return values;
  const { headers } = first;
  const has = ({ name }: Pair) => headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
  return {
    ...values,
    requestRows: [
      { ...first, url: withPath(first.url, waitingModel.url), headers: [...headers, ...waitingModel.headers.filter((one) => !has(one))] },
      ...others,
    ],
    thresholds: [...waitingModel.thresholds, ...thresholds.filter((text) => text.trim() !== '')],
    data: data ?? waitingModel.data,
    waitingModel: null,
  };
}

function withPath(url: string, of: string): string {
  if (!URL.canParse(url) || !URL.canParse(of)) return url;
  const { protocol, host, pathname, search } = new URL(url);
  const left = new URL(of);
  return pathname === '/' && search === '' ? `${protocol}//${host}${left.pathname}${left.search}` : url;
}
