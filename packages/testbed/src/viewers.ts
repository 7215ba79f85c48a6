/** Many viewers of one run, in a process of their own: they and the API do not share an event loop. */
import { fork } from 'node:child_process';

export interface ViewersOrder {
  /** Where each viewer asks; shared out among them. */
  readonly urls: readonly string[];
  readonly viewers: number;
  /** Shared out among the viewers. */
  readonly tokens: readonly string[];
  /** They open their streams and read nothing of them. */
  readonly silent?: boolean;
}

/** The seconds that a viewer was told after the snapshot, and when, in ms of the wall clock. */
export type Told = readonly (readonly [second: number, atMs: number])[];
/** `open`: all viewers have their snapshot, or are connected if they are silent. */
export type FromViewers = { readonly kind: 'open' } | { readonly kind: 'told'; readonly told: readonly Told[] };

export interface Viewers {
  readonly open: Promise<void>;
  told(): Promise<readonly Told[]>;
  close(): void;
}

export function startViewers(order: ViewersOrder): Viewers {
  const child = fork(new URL('./viewers-process.ts', import.meta.url));
  const { promise: open, resolve: opened } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<readonly Told[]>();
  child.on('message', (message: FromViewers) => (message.kind === 'open' ? opened() : answer(message.told)));
  child.send(order);
  return {
    open,
    told() {
      child.send('tell');
      return answered;
    },
    close: () => child.disconnect(),
  };
}
