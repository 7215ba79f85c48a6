/** What does not fit in the messages, each at its line: what the form's own judgement says, and what the types say. */
import { useDebouncedValue } from '@mantine/hooks';
import type { GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { describeGrpc } from '../../../api/grpc.ts';
import type { FormProblem } from '../../../ui/form/judged.ts';
import { useLaunchForm } from '../launch-context.ts';
import { readMessages } from '../values/call-messages.ts';
import type { CallRow } from '../values/call-row.ts';
import { findPlaces } from '../values/json-places.ts';
import { callPointer, useCall } from './use-call.ts';
import { definitionKey, type Method } from './use-description.ts';

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
  const body = useMemo(() => questionOf(call, rested, description), [call, rested, description]);
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
    // What the server refused when the run was to begin is the same again.
    const others = ofTypes.filter(({ message }) => !own.some((problem) => problem.message === message));
    return placed([...own, ...others], text, list, at);
  }, [ofForm, judged, text, list, at]);
  return { problems, fits: judged !== undefined && rested === text && problems.length === 0 };
}

const isBelow = (field: string, at: string) => field === at || field.startsWith(`${at}/`);

/** What to ask; null while the text is empty or no JSON, or the types are not at hand. */
function questionOf(call: CallRow, text: string, description: GrpcDescription | undefined) {
  if (!description || text.trim() === '') return null;
  const read = readMessages(text, call.list);
  if ('broken' in read) return null;
  const types =
    call.definition === 'proto' ? { proto: [...call.proto] } : { descriptorSet: description.descriptorSet ?? call.descriptorSet };
  return { ...types, call: call.call.trim(), ...(call.list ? { messages: read.value } : { message: read.value }) } as Parameters<
    typeof describeGrpc
  >[0];
}

function placed(problems: readonly FormProblem[], text: string, list: boolean, at: string): LineProblem[] {
  if (problems.length === 0) return [];
  const { places, broken } = findPlaces(text, list);
  return problems.map((problem) => {
    let below = problem.field.slice(at.length);
    // What is missing has no place: what should hold it has.
    while (below !== '' && !places.has(below)) below = below.slice(0, below.lastIndexOf('/'));
    const { line, column } = broken ?? places.get(below) ?? { line: 1, column: 1 };
    return { ...problem, line, column };
  });
}
