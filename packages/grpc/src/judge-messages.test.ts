import { expect, it } from 'vitest';
import { judgeMessages } from './judge-messages.ts';
import { readDefinition } from './read-definition.ts';

const text = `syntax = "proto3"; package a;
message Inner { int32 count = 1; repeated int32 marks = 2; }
message In { string text = 1; Inner inner = 2; int32 number = 3; }
service S { rpc Do(In) returns (In); }`;
const root = readDefinition({ proto: [{ name: 'a.proto', text }], descriptorSet: null });
const judge = (written: Parameters<typeof judgeMessages>[2]) => judgeMessages(root, 'a.S/Do', written).map(({ path }) => path.join('/'));

it('names every place that does not fit, not just the first', () => {
  expect(judge({ message: { text: 'fine', inner: { count: 1, marks: [1] }, number: '{{seq}}' } })).toEqual([]);
  expect(judge({ message: { text: 1, inner: { count: 'x', other: 1, marks: [1, 'x', 'y'] }, unknown: 2 } }).sort()).toEqual([
    'message/inner/count',
    'message/inner/marks/1',
    'message/inner/other',
    'message/text',
    'message/unknown',
  ]);
  expect(judge({ messages: [{ text: 'fine' }, { text: 1 }, { number: {} }] })).toEqual(['messages/1/text', 'messages/2/number']);
  expect(judge({})).toEqual([]);
});

it('stops at fifty, and refuses a method that is not there', () => {
  expect(judge({ messages: Array.from({ length: 80 }, () => ({ text: 1, number: {} })) })).toHaveLength(50);
  expect(() => judgeMessages(root, 'a.S/Other', { message: {} })).toThrow('There is no method');
});
