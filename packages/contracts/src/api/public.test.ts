import { expect, it } from 'vitest';
import { z } from 'zod';
import { keepMark, markPublic, publicObject, showPublic } from './public.ts';
import { shapeOf } from './shape-of.ts';

const redact = {
  text: (value: string) => `text ${value}`,
  name: () => '•••',
  request: () => 'request 1',
  region: () => '1',
  url: () => 'url',
};
const count = z.int();

it('keeps what is marked, and reads the rest as if nothing were known', () => {
  const schema = z.strictObject({
    shown: markPublic(count),
    private: count.optional(),
    nullable: z.string().nullable(),
    list: z.array(z.string()).default([]),
    object: markPublic(z.strictObject({ shown: markPublic(count), secret: z.string().nullable() }).nullable()),
  });
  const value = { shown: 1, private: 2, nullable: 'secret', list: ['secret'], object: { shown: 3, secret: 'secret' } };
  const expected = { shown: 1, nullable: null, list: [], object: { shown: 3, secret: null } };
  expect(showPublic(schema, value, redact)).toEqual(expected);
  expect(showPublic(shapeOf(schema), value, redact)).toEqual(expected);
});

it('marks one field, not the schema that others have, too', () => {
  const schema = z.strictObject({ shown: markPublic(count), private: count.optional() });
  expect(showPublic(schema, { shown: 1, private: 1 }, redact)).toEqual({ shown: 1 });
  expect(showPublic(z.strictObject({ copied: keepMark(count.optional(), count) }), { copied: 1 }, redact)).toEqual({});
});

it('redacts as the mark says, how deep ever', () => {
  const schema = publicObject({ name: markPublic(z.string(), 'name'), reasons: markPublic(z.array(z.string()).nullable(), 'text') });
  expect(showPublic(schema, { name: 'shop', reasons: ['a', 'b'] }, redact)).toEqual({ name: '•••', reasons: ['text a', 'text b'] });
});

it('keeps the keys of a map that are public, and the option that a value is', () => {
  const map = publicObject({
    map: markPublic(z.record(z.string(), count), 'plain', /^cpu$/),
    all: z.partialRecord(z.enum(['a', 'b']), count),
  });
  expect(showPublic(map, { map: { cpu: 1, host: 2 }, all: { a: 1, ['c' as 'b']: 2 } }, redact)).toEqual({ map: { cpu: 1 }, all: { a: 1 } });
  const kinds = z.discriminatedUnion('kind', [
    z.strictObject({ kind: markPublic(z.literal('a')), figure: markPublic(count) }),
    z.strictObject({ kind: markPublic(z.literal('b')), figure: count.nullable() }),
  ]);
  expect(showPublic(kinds, { kind: 'a', figure: 1 }, redact)).toEqual({ kind: 'a', figure: 1 });
  expect(showPublic(kinds, { kind: 'b', figure: 1 }, redact)).toEqual({ kind: 'b', figure: null });
});
