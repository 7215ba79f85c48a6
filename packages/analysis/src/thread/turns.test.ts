import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Asker } from './asker.ts';
import { house } from './asker.ts';
import { openTurns } from './turns.ts';

/** Work that lasts until it is told to end; `began` has the names in the order of their turns. */
function scene(places: number, mostOfPerson = Number.POSITIVE_INFINITY) {
  const all = openTurns(mostOfPerson);
  const turns = all.addLane(Array.from({ length: places }, (_, index) => index));
  const files = all.addLane([0]);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const gone = new Map<string, AbortSignal>();
  const at: number[] = [];
  const work = (name: string) => (place: number, signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    began.push(name);
    at.push(place);
    gone.set(name, signal);
    ends.set(name, () => resolve(`answer to ${name}`));
    return promise;
  };
  return {
    turns,
    began,
    gone,
    at,
    ask(group: string, person: string, name: string, more: { key?: string; signal?: AbortSignal; file?: boolean } = {}) {
      const asker: Asker = { group, person, ...(more.signal && { signal: more.signal }) };
      const asked = (more.file ? files : turns).take(asker, more.key ?? null, work(name));
      asked.catch(() => undefined);
      return asked;
    },
    async end(name: string) {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

test('a group that asks all it can has one place: the others have the rest, and wait for one answer of it at most', async () => {
  const { ask, began, end } = scene(2);
  for (let i = 0; i < 40; i++) ask('greedy', 'mallory', `m${i}`);
  expect(began).toEqual(['m0']);
  ask('modest', 'ann', 'a0');
  expect(began).toEqual(['m0', 'a0']);
  ask('third', 'cy', 'c0');
  await end('m0');
  expect(began).toEqual(['m0', 'a0', 'c0']);
  await end('a0');
  expect(began).toEqual(['m0', 'a0', 'c0', 'm1']);
});

test('groups take turns, then the people in them; a person has no more turns for being in more groups', async () => {
  const { ask, began, end } = scene(1);
  ask('red', 'ann', 'first');
  for (let i = 0; i < 3; i++) ask('red', 'ann', `ann${i}`);
  ask('red', 'bob', 'bob0');
  for (let i = 0; i < 3; i++) ask('blue', 'cy', `cy${i}`);
  for (let i = 0; i < 3; i++) ask('green', 'cy', `cy in green${i}`);
  for (let next = 'first', i = 0; i < 8; i++) {
    await end(next);
    next = began.at(-1) ?? '';
  }
  expect(began.slice(0, 6)).toEqual(['first', 'cy0', 'bob0', 'cy in green0', 'ann0', 'cy1']);
});

test('a person has one question under way, in whichever group', async () => {
  const { ask, began, end } = scene(2);
  ask('red', 'ann', 'in red');
  ask('blue', 'ann', 'in blue');
  expect(began).toEqual(['in red']);
  await end('in red');
  expect(began).toEqual(['in red', 'in blue']);
});

test('the same question of a group is asked once, however many wait for it, and at the turn of whoever of them comes first', async () => {
  const { ask, began, end } = scene(1, 2);
  ask('red', 'ann', 'before');
  ask('red', 'ann', 'same', { key: 'chart' });
  const others = Array.from({ length: 50 }, (_, i) => ask('red', `viewer ${i}`, 'twice', { key: 'chart' }));
  // Bob has had no turn, and waits for the same.
  await end('before');
  expect(began).toEqual(['before', 'same']);
  const late = ask('red', 'late', 'late', { key: 'chart' });
  ask('blue', 'eve', 'of another group', { key: 'chart' });
  await end('same');
  expect(new Set(await Promise.all([...others, late]))).toEqual(new Set(['answer to same']));
  expect(began).toEqual(['before', 'same', 'of another group']);
});

test('a question whose asker has gone is taken out; one under way is told when all have gone', async () => {
  const { ask, began, gone, end } = scene(1);
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const under = ask('red', 'ann', 'under way', { key: 'k', signal: first.signal });
  const also = ask('red', 'bob', 'joined', { key: 'k', signal: second.signal });
  const waits = ask('red', 'cy', 'waits', { signal: third.signal });
  third.abort();
  await expect(waits).rejects.toMatchObject({ code: 'asker_gone' });
  first.abort();
  await expect(under).rejects.toMatchObject({ code: 'asker_gone' });
  expect(gone.get('under way')?.aborted).toBe(false);
  second.abort();
  await expect(also).rejects.toMatchObject({ code: 'asker_gone' });
  expect(gone.get('under way')?.aborted).toBe(true);
  // Nobody joins what was told to stop.
  const again = ask('red', 'dot', 'again', { key: 'k' });
  await end('under way');
  await end('again');
  expect(await again).toBe('answer to again');
  expect(began).toEqual(['under way', 'again']);
  await expect(ask('red', 'ann', 'never', { signal: first.signal })).rejects.toMatchObject({ code: 'asker_gone' });
});

test('beyond its depth a person is refused, then a group, and others are not; we ourselves never are', async () => {
  const { ask } = scene(1, 3);
  const outcome = (asked: Promise<unknown>) =>
    Promise.race([
      asked.catch((error: { code: string; values: object }) => ({ code: error.code, ...error.values })),
      setImmediate('waits'),
    ]);
  for (let i = 0; i < 3; i++) expect(await outcome(ask('red', 'ann', `a${i}`))).toBe('waits');
  expect(await outcome(ask('red', 'ann', 'too many'))).toEqual({ code: 'too_many_questions', count: 3, seconds: 1 });
  for (let i = 0; i < 9; i++) expect(await outcome(ask('red', `person ${i}`, 'one'))).toBe('waits');
  expect(await outcome(ask('red', 'bob', 'too many'))).toEqual({ code: 'too_many_questions', count: 12, seconds: 1 });
  expect(await outcome(ask('blue', 'cy', 'c'))).toBe('waits');
  for (let i = 0; i < 20; i++) expect(await outcome(ask(house.group, house.person, 'ours'))).toBe('waits');
});

test('a group has one question of all kinds under way, a person’s files come after what she looks at; of ours one of each kind goes on', async () => {
  const { ask, began, end } = scene(2);
  ask('red', 'ann', 'first');
  ask('red', 'ann', 'file', { file: true });
  ask('red', 'ann', 'chart');
  ask('blue', 'bob', 'file of blue', { file: true });
  expect(began).toEqual(['first', 'file of blue']);
  await end('file of blue');
  await end('first');
  await end('chart');
  expect(began).toEqual(['first', 'file of blue', 'chart', 'file']);
  ask(house.group, house.person, 'end of a run');
  ask(house.group, house.person, 'another end');
  await end('file');
  ask(house.group, house.person, 'our file', { file: true });
  expect(began.slice(4)).toEqual(['end of a run', 'our file']);
});

test('a question of many turns counts as one from its begin to its end, and its turns are never refused', async () => {
  const { turns, ask, end, began } = scene(1, 2);
  const held = turns.hold({ group: 'red', person: 'ann' });
  ask('red', 'ann', 'a0');
  await expect(ask('red', 'ann', 'too many')).rejects.toMatchObject({ code: 'too_many_questions' });
  expect(() => turns.hold({ group: 'red', person: 'ann' })).toThrow('questions');
  const piece = held.take(async () => 'a piece');
  ask('blue', 'cy', 'c0');
  await end('a0');
  await end('c0');
  expect(await piece).toBe('a piece');
  held.end();
  ask('red', 'ann', 'a1');
  ask('red', 'ann', 'a2');
  expect(began).toEqual(['a0', 'c0', 'a1']);
});

test('the first place is taken again where it is free, so that the others rest', async () => {
  const { ask, at, end } = scene(2);
  ask('red', 'ann', 'a');
  ask('blue', 'bob', 'b');
  await end('b');
  await end('a');
  ask('blue', 'bob', 'again');
  expect(at).toEqual([0, 1, 0]);
});

test('work that fails fails for all who asked, and frees its place', async () => {
  const { turns, ask, began } = scene(1);
  const fail = async () => {
    throw new RangeError('no');
  };
  await expect(turns.take({ group: 'red', person: 'ann' }, 'k', fail)).rejects.toThrow('no');
  ask('red', 'ann', 'next');
  expect(began).toEqual(['next']);
});
