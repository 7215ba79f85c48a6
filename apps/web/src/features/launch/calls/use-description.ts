/** The offer of the definition of the form's call: asked once for each definition, and kept for all that shows it. */
import type { DescribeGrpc, GrpcDescription, MethodKind } from '@plimsoll/contracts/grpc-description';
import { isGrpcUrl } from '@plimsoll/contracts/grpc-url';
import { parseTargetUrl } from '@plimsoll/contracts/target-url';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { describeGrpc } from '../../../api/grpc.ts';
import { type CallRow, emptyCall } from '../values/call-row.ts';
import type { RequestRow } from '../values/request-row.ts';

const keptMs = 30 * 60_000;

/** Where to look; null while the form does not say enough. */
export function definitionOf({ url, call }: Pick<RequestRow, 'url' | 'call'>): Partial<DescribeGrpc> | null {
  if (call.definition === 'proto') return call.proto.some(({ text }) => text.trim() !== '') ? { proto: [...call.proto] } : null;
  if (call.definition === 'descriptorSet') return call.descriptorSet === '' ? null : { descriptorSet: call.descriptorSet };
  return isGrpcUrl(url) && !('error' in parseTargetUrl(url, true)) ? { url, reflection: true } : null;
}

/** Definitions may have megabytes: the form keeps the same object until one is changed, so that each gets a number once. */
const numbers = new WeakMap<object, number>();
let given = 0;
function numberOf(files: object): number {
  const number = numbers.get(files) ?? ++given;
  numbers.set(files, number);
  return number;
}

/** Its length and a hash (FNV-1a) stand for a text that may have megabytes. */
function shortened(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}:${hash >>> 0}`;
}

/** Tells one definition from another, in short. */
export function definitionKey({ url, call }: Pick<RequestRow, 'url' | 'call'>): readonly (string | number)[] {
  if (call.definition === 'reflection') return ['reflection', url];
  return [call.definition, call.definition === 'proto' ? numberOf(call.proto) : shortened(call.descriptorSet)];
}

export function descriptionQuery(row: Pick<RequestRow, 'url' | 'call'>) {
  const definition = definitionOf(row);
  return queryOptions({
    queryKey: ['grpc', 'description', ...definitionKey(row)],
    queryFn: ({ signal }) => describeGrpc(definition ?? {}, signal),
    // A server is asked when somebody presses the button.
    enabled: definition !== null && row.call.definition !== 'reflection',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    retry: false,
  });
}

/** Could it be asked, with what the form says? */
export function canAsk(row: Pick<RequestRow, 'url' | 'call'>): boolean {
  return definitionOf(row) !== null;
}

export type Method = GrpcDescription['services'][number]['methods'][number];

export function methodOf(description: Pick<GrpcDescription, 'services'> | undefined, call: string): Method | null {
  const [service, name] = call.trim().split('/');
  return description?.services.find((one) => one.name === service)?.methods.find((one) => one.name === name) ?? null;
}

/** Kind of the call's method, where somebody has asked already; else null. Asks nobody. */
export function useKnownKind(row: RequestRow): MethodKind | null {
  const { data } = useQuery({ ...descriptionQuery(row), enabled: false });
  return methodOf(data, row.call.call)?.kind ?? null;
}

/** The example of a method as the editor shows it. */
export function exampleText(method: Method): string {
  return JSON.stringify(method.example, null, 2);
}

/** The call of another method: it begins with the example, unless somebody wrote messages. */
export function withMethod(call: CallRow, name: string, description: Pick<GrpcDescription, 'services'> | undefined): Partial<CallRow> {
  const [before, method] = [methodOf(description, call.call), methodOf(description, name)];
  const untouched = call.text.trim() === '' || (before !== null && call.text === exampleText(before));
  return method && untouched ? { call: name, text: exampleText(method), list: emptyCall.list } : { call: name };
}
