import { isProblem } from '@plimsoll/client/api-problem';
import { randomKey } from '@plimsoll/client/random-key';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

interface Input<Body, Made> {
  send(body: Body, key: string): Promise<Made>;
  done?(made: Made): unknown;
  /** Takes what the server refused about fields; the kernel's `refuse`, after pointers that differ were mapped. */
  refuse(problems: readonly FieldProblem[]): void;
}

/** Sends what a form came to. The key goes with every try of the same body, so that a double press or a retry makes one thing. */
export function useSending<Body, Made>({ send, done, refuse }: Input<Body, Made>) {
  const sent = useRef({ text: '', key: '' });
  const from = useRef<Element | null>(null);
  // Set at once: the state of a second click's handler may be older than the first click.
  const underWay = useRef(false);
  const { mutate, ...state } = useMutation({
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { text, key: randomKey() };
      return send(body, sent.current.key);
    },
    onError: (error) => refuse(isProblem(error) ? error.errors : []),
    onSettled: () => {
      underWay.current = false;
    },
    onSuccess: (made) => {
      sent.current = { text: '', key: '' };
      return done?.(made);
    },
  });
  // A button takes no focus while it shows that it is loading, and loses what it had.
  useEffect(() => {
    if (!state.isPending && document.activeElement === document.body && from.current instanceof HTMLElement) from.current.focus();
  }, [state.isPending]);
  return {
    start: (body: Body) => {
      if (underWay.current) return;
      underWay.current = true;
      from.current = document.activeElement;
      mutate(body);
    },
    pending: state.isPending,
    made: state.data,
    /** The whole of what was refused. */
    refusal: state.error,
    /** The same, until something else stands in the form. */
    refusalOf: (body: Body | null) => (body !== null && JSON.stringify(body) === JSON.stringify(state.variables) ? state.error : null),
  };
}

/** Is all that was refused said beside fields? */
export function isFieldOnly(error: unknown): boolean {
  return isProblem(error) && error.errors.length > 0;
}
