/** The sentences in an answer or a row, by the names of their fields; empty ones are none. */
const names = new Set(['sentence', 'reason', 'reasons', 'stateReason', 'text']);

export function sentencesIn(value: unknown): string[] {
  const found: string[] = [];
  JSON.parse(JSON.stringify(value), (key, one: unknown) => {
    if (names.has(key)) found.push(...[one].flat().filter((each): each is string => typeof each === 'string' && each !== ''));
    return one;
  });
  return found;
}
