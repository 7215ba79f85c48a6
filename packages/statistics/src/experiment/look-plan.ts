/** When an experiment that extends itself is looked at. */

/** More looks cost more than they save. */
const mostLooks = 5;

/** The rounds after which its verdicts are read, evenly spread from the first that may end it to the last there will be: five at most. */
export function planLooks(firstRounds: number, mostRounds: number): number[] {
  const looks = Math.min(mostLooks, mostRounds - firstRounds + 1);
  if (looks <= 1) return [mostRounds];
  return Array.from({ length: looks }, (_, at) => Math.round(firstRounds + (at * (mostRounds - firstRounds)) / (looks - 1)));
}
