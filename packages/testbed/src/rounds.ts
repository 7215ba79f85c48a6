/** How often a test of a promise tries, and what it found: few rounds in CI, all of them under `npm run chaos`. */
import { appendFileSync } from 'node:fs';

/** As often as the promise says under `npm run chaos`, else as often as is cheap. */
export function rounds(full: number, small: number): number {
  return process.env.PLIMSOLL_CHAOS === 'full' ? full : small;
}

/** Does each of so many rounds, some at once. They begin in order. */
export async function inRounds(count: number, atOnce: number, act: (round: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}

/** A figure of one round for the table of `npm run chaos`: it shows how many rounds there were and the largest. Name it with its unit. */
export function noteFigure(promise: string, name: string, value: number): void {
  const file = process.env.PLIMSOLL_CHAOS_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ promise, name, value })}\n`);
}
