import type { FieldProblem } from '@plimsoll/contracts/problem';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isProblem } from '../../api/client.ts';
import { randomKey } from './random-key.ts';

interface Input<Body, Made> {
  send(body: Body, key: string): Promise<Made>;
  done?(made: Made): unknown;
  /** Takes what the server refused about fields; the kernel's `refuse`, after pointers that differ were mapped. */
  refuse(problems: readonly FieldProblem[]): void;
}

/** Sends what a form came to. The key goes with every try of the same body, so that a double press or a retry makes one thing. */
export function useSending<Body, Made>({ send, done, refuse }: Input<Body, Made>) {
  const sent = useRef({ text: '', key: '' });
  const { mutate, ...state } = useMutation({
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { text, key: randomKey() };
      return send(body, sent.current.key);
    },
    onError: (error) => refuse(isProblem(error) ? error.errors : []),
    onSuccess: (made) => {
      sent.current = { text: '', key: '' };
      return done?.(made);
    },
  });
  return {
    start: (body: Body) => !state.isPending && mutate(body),
    pending: state.isPending,
    made: state.data,
    /** The whole of what was refused. */
    refusal: state.error,
  };
}

/** Is all that was refused said beside fields? */
export function isFieldOnly(error: unknown): boolean {
  return isProblem(error) && error.errors.length > 0;
}
