/** Things listed in a sentence. */
import { listText } from '../en/list.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(listText);

/** `a`, `a and b`, `a, b and c`; or with "or" before the last. */
export function listed(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const last = texts.at(-1);
  if (last === undefined) return '';
  return texts.length === 1 ? last : say(`list.${word}`, { first: texts.slice(0, -1).join(say('list.between')), last });
}

const mostStretches = 3;

/** `second 3`, `seconds 3 to 7`, `seconds 3, 9 and 12`: at most three stretches by name. Seconds come in rising order. */
export function secondsPhrase(seconds: readonly number[]): string {
  const stretches: [number, number][] = [];
  for (const second of seconds) {
    const last = stretches.at(-1);
    if (last && last[1] === second - 1) last[1] = second;
    else stretches.push([second, second]);
  }
  const texts = stretches.slice(0, mostStretches).map(([from, to]) => (from === to ? String(from) : say('second.stretch', { from, to })));
  const rest = stretches.length - texts.length;
  const list = rest > 0 ? say('list.andMore', { first: texts.join(say('list.between')), count: rest }) : listed(texts);
  return say('second.named', { list, count: seconds.length });
}
