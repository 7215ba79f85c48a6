import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { grpcCallSchema } from '@plimsoll/contracts/grpc-call';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { compileCall } from './compile-call.ts';
import { describeServices } from './describe-services.ts';
import { GrpcError } from './grpc-error.ts';
import { readDefinition } from './read-definition.ts';

const shop = `syntax = "proto3"; package shop;
import "goods/item.proto"; import "google/protobuf/timestamp.proto";
message Order { string user_name = 1; repeated goods.Item items = 2; google.protobuf.Timestamp at = 3; map<string, int32> tags = 4;
  oneof pay { int64 card = 5; string voucher = 6; } goods.Size size = 7; bytes seal = 8; Order before = 9; }
message Receipt { string number = 1; }
service Shop { rpc Buy(Order) returns (Receipt); rpc Collect(stream Order) returns (Receipt);
  rpc List(Order) returns (stream Receipt); rpc Talk(stream Order) returns (stream Receipt); }`;
const item =
  'syntax = "proto3"; package goods; import "shop.proto"; message Item { int32 count = 1; repeated int32 marks = 2; } enum Size { SMALL = 0; LARGE = 1; }';
const files = [
  { name: 'shop.proto', text: shop },
  { name: 'item.proto', text: item },
];
const proto = (text: string) => ({ proto: [{ name: 'a.proto', text }], descriptorSet: null });
const refused = (read: () => unknown): GrpcError => {
  try {
    read();
  } catch (error) {
    if (error instanceof GrpcError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('a definition', () => {
  it('is read from several files that import each other, whatever folder they are in, and says what it offers', () => {
    const services = describeServices(readDefinition({ proto: files, descriptorSet: null }));
    expect(services.map(({ name, methods }) => [name, methods.map((one) => `${one.name} ${one.kind}`)])).toEqual([
      ['shop.Shop', ['Buy unary', 'Collect client_streaming', 'List server_streaming', 'Talk bidi_streaming']],
    ]);
    const [buy] = services[0]?.methods ?? [];
    expect([buy?.input, buy?.output]).toEqual(['shop.Order', 'shop.Receipt']);
    expect(buy?.example).toMatchObject({
      userName: '',
      items: [{ count: 0, marks: [0] }],
      at: expect.stringMatching(/Z$/),
      tags: { key: 0 },
      card: '0',
      size: 'SMALL',
    });
    expect(buy?.example).not.toHaveProperty('voucher');
  });

  it('whose examples are messages that fit', () => {
    const services = describeServices(readDefinition({ proto: files, descriptorSet: null }));
    for (const { name, example } of services[0]?.methods ?? [])
      expect(compileCall(grpcCallSchema.parse({ call: `shop.Shop/${name}`, proto: files, message: example })).messages).toHaveLength(1);
  });

  it('is the same from a descriptor set', () => {
    const text = 'syntax = "proto3"; package a; message In { string text = 1; } service S { rpc Do(stream In) returns (In); }';
    const root = readDefinition(proto(text)) as protobuf.Root & { toDescriptor(edition: string): protobuf.Message };
    const set = root.toDescriptor('proto3');
    const bytes = (set.$type as protobuf.Type).encode(set).finish();
    const again = readDefinition({ proto: null, descriptorSet: Buffer.from(bytes).toString('base64') });
    expect(describeServices(again)).toEqual(describeServices(readDefinition(proto(text))));
  });

  it('that is broken is refused with its file and place', () => {
    expect(refused(() => readDefinition(proto('message A { B b = 1; }')))).toMatchObject({ reason: { code: 'grpc_proto_unreadable' } });
    expect(refused(() => readDefinition(proto('import "b.proto";'))).message).toContain('"b.proto"');
    const wrong = refused(() => readDefinition({ proto: [...files, { name: 'x', text: 'message A {' }], descriptorSet: null }));
    expect(wrong.path).toEqual(['proto', 2, 'text']);
    expect(refused(() => readDefinition({ proto: null, descriptorSet: 'AAAA' })).path).toEqual(['descriptorSet']);
  });

  it('that is hostile costs neither time nor memory', () => {
    const before = performance.now();
    const deep = `${'message A { '.repeat(5000)}${'}'.repeat(5000)}`;
    const many = 'message A{}'.repeat(100_000);
    const fields = `message A { ${Array.from({ length: 60_000 }, (_, n) => `int32 f${n}=${n + 1};`).join('')} }`;
    for (const text of [deep, many, fields]) refused(() => readDefinition(proto(text)));
    // A FileDescriptorSet of one file with a million empty messages, two bytes each.
    const inner = Buffer.alloc(2_000_000, Buffer.from([0x22, 0]));
    const prefix = Buffer.from(protobuf.Writer.create().uint32(10).uint32(inner.length).finish());
    expect(refused(() => readDefinition({ proto: null, descriptorSet: Buffer.concat([prefix, inner]).toString('base64') }))).toMatchObject({
      reason: { code: 'grpc_types_most' },
    });
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('a call', () => {
  const compile = (call: Partial<GrpcCall>) => compileCall({ ...grpcCallSchema.parse({ call: 'shop.Shop/Buy', proto: files }), ...call });

  it('of something that is not there names what is', () => {
    expect(refused(() => compile({ call: 'shop.Other/Buy' })).message).toContain('shop.Shop');
    expect(refused(() => compile({ call: 'shop.Shop/Sell' })).message).toContain('Buy, Collect, List, Talk');
  });

  it('whose message does not fit is refused at the field', () => {
    const at = (message: Record<string, unknown>) => refused(() => compile({ message })).path.join('/');
    expect(at({ nope: 1 })).toBe('message/nope');
    expect(at({ items: [{ count: 1 }, { count: 'many' }] })).toBe('message/items/1/count');
    expect(at({ before: { items: [{ marks: [1, 'x'] }] } })).toBe('message/before/items/0/marks/1');
    expect(at({ card: '1', voucher: 'v' })).toBe('message');
    expect(at({ size: 'HUGE' })).toBe('message/size');
    expect(refused(() => compile({ messages: [{}, { at: 'soon' }] })).path.join('/')).toBe('messages/1/at');
  });

  it('fills templates in, and judges around them', () => {
    const { messages } = compile({ message: { userName: '{{seq}}', items: [{ count: '{{seq}}' }] } });
    expect(messages[0]?.constant).toBeNull();
    const bytes = messages[0]?.fill((text) => text.replace('{{seq}}', '7')) ?? new Uint8Array();
    expect(Buffer.from(bytes).toString('hex')).toBe('0a0137' + '12020807');
    expect(refused(() => compile({ message: { userName: '{{seq}}', size: 'HUGE' } })).path.join('/')).toBe('message/size');
  });

  it('has nothing of a stream where it is none', () => {
    expect(refused(() => compile({ messagesPerStream: 3 })).reason).toMatchObject({ code: 'grpc_stream_only' });
    expect(refused(() => compile({ streamDuration: '1s' })).path).toEqual(['streamDuration']);
    expect(compile({ call: 'shop.Shop/Talk', messagesPerStream: 3, streamDuration: '1s' }).kind).toBe('bidi_streaming');
  });
});
