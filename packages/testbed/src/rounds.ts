/** How often a test of a promise tries, in which form of the product, and what it found: few rounds in CI, all of them under `npm run chaos`. */
import { appendFileSync } from 'node:fs';

/** Standalone: one API and one worker, the queue on Postgres. Scaled: Redis, two API processes, three workers. */
export type Form = 'standalone' | 'scaled';

export const forms: Readonly<Record<Form, { readonly apis: number; readonly workers: number }>> = {
  standalone: { apis: 1, workers: 1 },
  scaled: { apis: 2, workers: 3 },
};

/** The form that `npm run chaos` holds the promises in; null: the test brings as few processes as it needs. */
export function chaosForm(): Form | null {
  const form = process.env.PLIMSOLL_CHAOS_FORM;
  return form === 'standalone' || form === 'scaled' ? form : null;
}

/** As often as the promise says under `npm run chaos`, else as often as is cheap. */
export function rounds(full: number, small: number): number {
  return process.env.PLIMSOLL_CHAOS === 'full' ? full : small;
}

/** Does each of so many rounds, some at once. They begin in order. */
export function inRounds(count: number, atOnce: number, act: (round: number) => Promise<void>): Promise<void> {
  return onStages(
    count,
    atOnce,
    async () => ({ close: async () => undefined }),
    (_stage, round) => act(round),
  );
}

/**
 * Does each of so many rounds on a few stages at once. A stage serves its rounds one after the other; one on which a round failed is closed
 * and replaced. All rounds are done before it throws the failures of those that failed.
 */
export async function onStages<Stage extends { close(): Promise<void> }>(
  count: number,
  atOnce: number,
  open: () => Promise<Stage>,
  act: (stage: Stage, round: number) => Promise<void>,
): Promise<void> {
  const failures: Error[] = [];
  let next = 0;
  const attempt = async (round: number, act: () => Promise<void>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failures.push(new Error(`round ${round + 1} of ${count}: ${message}`, { cause: error }));
      return false;
    }
  };
  const inTurn = async () => {
    let stage: Stage | undefined;
    let round = 0;
    const close = () => attempt(round, async () => stage?.close());
    while (next < count) {
      round = next++;
      const held = await attempt(round, async () => {
        stage ??= await open();
        await act(stage, round);
      });
      if (held) continue;
      await close();
      stage = undefined;
    }
    await close();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, inTurn));
  const [first] = failures;
  if (failures.length > 1)
    throw new AggregateError(
      failures,
      `${failures.length} of ${count} rounds failed.\n${failures.map(({ message }) => message).join('\n')}`,
    );
  if (first) throw first;
}

/** A figure of one round for the table of `npm run chaos`: it shows how many rounds there were and the largest. Name it with its unit. */
export function noteFigure(promise: string, name: string, value: number): void {
  const file = process.env.PLIMSOLL_CHAOS_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ promise, name, value })}\n`);
}
