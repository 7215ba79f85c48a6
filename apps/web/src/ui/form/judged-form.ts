/**
 * The kernel of every form that can be wrong. `@mantine/form` holds the values, which fields were left, and what the server refused;
 * a judgement by the contract's schema says with each change what is wrong, by JSON pointer. So a problem goes as soon as it is
 * mended, also where the cause is another field, and the server's problems stand beside the same fields.
 */
import { type FormErrors, useForm } from '@mantine/form';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Fields } from './fields.ts';
import { focusFirst } from './focus-first.ts';
import type { FormProblem, Judged } from './judged.ts';
import { useLeaving } from './leaving.ts';

export interface JudgedForm<V, J extends Judged<unknown>> extends Fields<V> {
  readonly judged: J;
  /** Problems that the judgement found; where it found none, those of the server. */
  readonly problems: readonly FormProblem[];
  /** Are problems shown of fields that were never left? */
  readonly shown: boolean;
  /** How often it was to be sent: each time a fold with a problem in it opens, also one that was closed by hand. */
  readonly attempts: number;
  /** Could it be sent as it stands? */
  readonly ready: boolean;
  /** A change that starts from what stands there at that moment. */
  update(change: (values: V) => Partial<V>): void;
  /** The first sentence at a place or below it; null while all is fine or still untouched. */
  errorIn(pointer: string): string | null;
  /** Does a shown problem stand at one of these places, or below? */
  wrong(...pointers: string[]): boolean;
  /** Puts what the server refused beside its fields, until the next change. */
  refuse(problems: readonly FieldProblem[]): void;
  /** For `onSubmit` and buttons: acts where nothing is wrong, else shows all problems and focuses the first. */
  attempt(act: (body: NonNullable<J['body']>) => void): (event?: SyntheticEvent<HTMLFormElement>) => void;
  /** Back to the first values, as if nobody had touched it. */
  reset(): void;
}

interface Input<V, J extends Judged<unknown>> {
  initial(): V;
  /** Runs with each change: keep its identity while what it depends on stays. */
  readonly judge: (values: V) => J;
  /** Keeps a draft, so that what was typed survives a reload; nothing is kept until something changes. Secrets do not belong into it. */
  readonly keep?: (values: V) => void;
}

export function useJudgedForm<V extends object, J extends Judged<unknown>>({ initial, judge, keep }: Input<V, J>): JudgedForm<V, J> {
  const [initialValues] = useState(initial);
  const [attempts, setAttempts] = useState(0);
  const sent = useRef<HTMLFormElement | undefined>(undefined);
  const form = useForm<V, J['body']>({
    initialValues,
    validate: (values) => toErrors(judge(values).problems),
    transformValues: (values) => judge(values).body,
  });
  const { values } = form;
  const judged = useMemo(() => judge(values), [judge, values]);
  const [untouched] = useState(values);
  useEffect(() => {
    if (values !== untouched) keep?.(values);
  }, [keep, values, untouched]);
  const touch = useLeaving((pointers) =>
    form.setTouched((before) => ({ ...before, ...Object.fromEntries(pointers.map((pointer) => [pointer, true])) })),
  );
  const touched = form.getTouched();
  const problems = judged.problems.length > 0 ? judged.problems : fromErrors(form.errors);
  const shown = attempts > 0 || Object.keys(form.errors).length > 0;
  const message = (pointer: string, fits: (field: string) => boolean) =>
    shown || touched[pointer] ? (problems.find(({ field }) => fits(field))?.message ?? null) : null;
  const within = (pointer: string) => (field: string) => field === pointer || field.startsWith(`${pointer}/`);
  return {
    values,
    judged,
    problems,
    shown,
    attempts,
    ready: judged.body !== null && judged.problems.length === 0,
    set: form.setValues,
    update: (change) => form.setValues((before) => change(before as V)),
    error: (pointer) => message(pointer, (field) => field === pointer),
    errorIn: (pointer) => message(pointer, within(pointer)),
    wrong: (...pointers) => shown && pointers.some((pointer) => problems.some(({ field }) => within(pointer)(field))),
    touch,
    refuse: (refused) => {
      form.setErrors(toErrors(refused));
      if (refused.length > 0) focusFirst(refused, sent.current);
    },
    attempt: (act) => (event) => {
      setAttempts((before) => before + 1);
      sent.current = event?.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
      form.onSubmit(
        (body) => {
          if (body !== null) act(body as NonNullable<J['body']>);
        },
        () => focusFirst(problems, sent.current),
      )(event);
    },
    reset: () => {
      setAttempts(0);
      form.reset();
    },
  };
}

/** The first sentence of each place. */
function toErrors(problems: readonly FieldProblem[]): FormErrors {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]).reverse());
}

function fromErrors(errors: FormErrors): FormProblem[] {
  return Object.entries(errors).map(([field, message]) => ({ field, message: String(message) }));
}
