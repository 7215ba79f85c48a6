/** The messages between a process apart and its callers. */

export interface ApartAsk {
  readonly id: number;
  readonly work: string;
  readonly question: unknown;
  readonly limitMs: number;
}

export type FromApart =
  /** From now on its time runs. */
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };
