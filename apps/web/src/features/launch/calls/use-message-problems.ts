/** Problems of the messages, each at its line: those of the form's own judgement, and those of the types. */
import { useDebouncedValue } from '@mantine/hooks';
import { type DescribeGrpc, describeGrpcSchema, type GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { describeGrpc } from '../../../api/grpc.ts';
import type { FormProblem } from '../../../ui/form/judged.ts';
import { useLaunchForm } from '../launch-context.ts';
import { readMessages } from '../values/call-messages.ts';
import { findPlaces } from '../values/json-places.ts';
import type { RequestRow } from '../values/request-row.ts';
import { callPointer, useCall } from './use-call.ts';
import { definitionKey, definitionOf, type Method } from './use-description.ts';

const restMs = 400;

/** A problem and its line in the text. */
export type LineProblem = FormProblem & { readonly line: number; readonly column: number };

export interface MessageProblems {
  readonly problems: readonly LineProblem[];
  /** Do the messages as they stand fit their type? False also while nobody knows. */
  readonly fits: boolean;
}

export function useMessageProblems(description: GrpcDescription | undefined, method: Method | null): MessageProblems {
  const { row } = useCall();
  const { problems: ofForm } = useLaunchForm();
  const { call } = row;
  const { text, list } = call;
  const [rested] = useDebouncedValue(text, restMs);
  const body = useMemo(() => questionOf(row, rested, description), [row, rested, description]);
  const { data } = useQuery({
    queryKey: ['grpc', 'messages', ...definitionKey(row), call.call, list, rested],
    queryFn: ({ signal }) => describeGrpc(body ?? {}, signal),
    enabled: method !== null && body !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const at = `${callPointer}/${list ? 'messages' : 'message'}`;
  const judged = method !== null && body !== null ? data : undefined;
  const problems = useMemo(() => {
    const own = ofForm.filter((problem) => isBelow(problem.field, at));
    const ofTypes = (judged?.problems ?? []).map((problem) => ({ ...problem, field: `${callPointer}${problem.field}` }));
    // A problem that the server named when the run was to begin is not told twice.
    const others = ofTypes.filter(({ message }) => !own.some((problem) => problem.message === message));
    return placed([...own, ...others], text, list, at);
  }, [ofForm, judged, text, list, at]);
  return { problems, fits: judged !== undefined && rested === text && problems.length === 0 };
}

const isBelow = (field: string, at: string) => field === at || field.startsWith(`${at}/`);

/** The question; null while the text is empty or no messages, or the types are not at hand. */
function questionOf(row: RequestRow, text: string, description: GrpcDescription | undefined): DescribeGrpc | null {
  const { call, list } = row.call;
  const definition = definitionOf(row);
  if (!description || !definition || text.trim() === '') return null;
  const read = readMessages(text, list);
  if ('broken' in read) return null;
  // A server is not asked again for what it said.
  const types = description.descriptorSet === null ? definition : { descriptorSet: description.descriptorSet };
  const question = { ...types, call: call.trim(), [list ? 'messages' : 'message']: read.value };
  return describeGrpcSchema.safeParse(question).data ?? null;
}

function placed(problems: readonly FormProblem[], text: string, list: boolean, at: string): LineProblem[] {
  if (problems.length === 0) return [];
  const { places, broken } = findPlaces(text, list);
  return problems.map((problem) => {
    let below = problem.field.slice(at.length);
    // A missing value has no place: the value that should hold it has.
    while (below !== '' && !places.has(below)) below = below.slice(0, below.lastIndexOf('/'));
    const { line, column } = broken ?? places.get(below) ?? { line: 1, column: 1 };
    return { ...problem, line, column };
  });
}
