import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import { answerType, type PlainValue } from './answer-type.ts';

const text = `syntax = "proto3"; import "google/protobuf/timestamp.proto"; import "google/protobuf/struct.proto";
enum Size { SMALL = 0; LARGE = 1; }
message Item { int32 count = 1; repeated int64 marks = 2; }
message Order { string user_name = 1; repeated Item items = 2; google.protobuf.Timestamp at = 3; map<string, int64> tags = 4; int64 card = 5;
  Size size = 6; bytes seal = 7; Order before = 8; optional int32 chosen = 9; google.protobuf.Value any = 10; double weight = 11; }`;
const { root } = protobuf.parse(text, { keepCase: true });
for (const name of ['timestamp', 'struct']) root.addJSON(protobuf.common.get(`google/protobuf/${name}.proto`)?.nested ?? {});
root.resolveAll();
const order = root.lookupType('Order');
const type = answerType(order);

const holds = (message: Record<string, unknown>, steps: readonly (string | number)[], equals: PlainValue) => {
  const { read, wanted } = type.want(steps, equals);
  return read(type.decode(order.encode(order.fromObject(message)).finish())) === wanted;
};

it('holds values against the JSON form of proto3, by the names of JSON and of the definition', () => {
  const message = {
    user_name: 'a',
    items: [{ count: 2, marks: [7, '9007199254740993'] }],
    tags: { x: 3 },
    card: 12,
    size: 1,
    seal: 'AAE=',
  };
  expect(holds(message, ['userName'], 'a')).toBe(true);
  expect(holds(message, ['user_name'], 'a')).toBe(true);
  expect(holds(message, ['items', 0, 'count'], 2)).toBe(true);
  expect(holds(message, ['items', 0, 'marks', 0], 7)).toBe(true);
  expect(holds(message, ['items', 0, 'marks', 1], '9007199254740993')).toBe(true);
  expect(holds(message, ['tags', 'x'], 3)).toBe(true);
  expect([holds(message, ['card'], 12), holds(message, ['card'], '12'), holds(message, ['card'], 13)]).toEqual([true, true, false]);
  expect([holds(message, ['size'], 'LARGE'), holds(message, ['size'], 1), holds(message, ['size'], 0)]).toEqual([true, true, false]);
  expect(holds(message, ['seal'], 'AAE=')).toBe(true);
  expect(holds({ at: { seconds: 1 } }, ['at'], '1970-01-01T00:00:01Z')).toBe(true);
});

it('a field that is not sent has its default where its absence says nothing', () => {
  const empty = { items: [{}] };
  expect(holds(empty, ['userName'], '')).toBe(true);
  expect([holds(empty, ['card'], 0), holds(empty, ['size'], 'SMALL'), holds(empty, ['weight'], 0)]).toEqual([true, true, true]);
  expect(holds(empty, ['items', 0, 'count'], 0)).toBe(true);
  // An element, a message or an optional field that is not there is missing, and so is what a missing message would hold.
  const missing = [['items', 1, 'count'], ['items', 0, 'marks', 0], ['before', 'card'], ['chosen'], ['tags', 'x'], ['nothing']];
  for (const steps of missing) expect(type.want(steps, 0).read({ items: [{}] })).toBeUndefined();
  expect(holds({ any: { nullValue: 0 } }, ['any'], null)).toBe(true);
});

it('bytes that do not fit are an error', () => {
  expect(() => type.decode(Buffer.from([0x0a, 9]))).toThrow();
});
