import { isProblem } from '@plimsoll/client/api-problem';
import { randomKey } from '@plimsoll/client/random-key';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { useEffect, useRef, useState } from 'react';

interface Input<Body, Made> {
  send(body: Body, key: string): Promise<Made>;
  done?(made: Made): unknown;
  /** Takes what the server refused about fields; the kernel's `refuse`, after pointers that differ were mapped. */
  refuse(problems: readonly FieldProblem[]): void;
}

interface State<Body, Made> {
  readonly pending: boolean;
  readonly body?: Body;
  readonly made?: Made;
  readonly refusal?: Error;
}

/**
 * Sends what a form came to. The key goes with every try of the same body, so that a double press or a retry makes one thing. Not a
 * mutation of TanStack Query, which the page of a stranger does without.
 */
export function useSending<Body, Made>(input: Input<Body, Made>) {
  const latest = useRef(input);
  latest.current = input;
  const sent = useRef({ text: '', key: '' });
  const from = useRef<Element | null>(null);
  // Set at once: the state of a second click's handler may be older than the first click.
  const underWay = useRef(false);
  const [state, setState] = useState<State<Body, Made>>({ pending: false });
  const send = async (body: Body): Promise<State<Body, Made>> => {
    try {
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { text, key: randomKey() };
      const made = await latest.current.send(body, sent.current.key);
      sent.current = { text: '', key: '' };
      await latest.current.done?.(made);
      return { pending: false, body, made };
    } catch (refusal) {
      latest.current.refuse(isProblem(refusal) ? refusal.errors : []);
      return { pending: false, body, refusal: refusal as Error };
    }
  };
  // A button takes no focus while it shows that it is loading, and loses what it had.
  useEffect(() => {
    if (!state.pending && document.activeElement === document.body && from.current instanceof HTMLElement) from.current.focus();
  }, [state.pending]);
  return {
    start: (body: Body) => {
      if (underWay.current) return;
      underWay.current = true;
      from.current = document.activeElement;
      setState({ pending: true, body });
      void send(body).then((next) => {
        underWay.current = false;
        setState(next);
      });
    },
    pending: state.pending,
    made: state.made,
    /** The whole of what was refused. */
    refusal: state.refusal ?? null,
    /** The same, until something else stands in the form. */
    refusalOf: (body: Body | null) =>
      body !== null && JSON.stringify(body) === JSON.stringify(state.body) ? (state.refusal ?? null) : null,
  };
}
