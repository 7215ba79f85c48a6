import { describe, expect, test } from 'vitest';
import { HeaderDecoder } from './header-decoder.ts';
import { HeaderEncoder } from './header-encoder.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const decode = (decoder: HeaderDecoder, bytes: Buffer) => ({ ...decoder.decode(bytes, 0, bytes.length).headers });

describe('examples of RFC 7541', () => {
  test.each([
    [
      'C.3, requests without Huffman',
      '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
      '8286 84be 5808 6e6f 2d63 6163 6865',
      '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
    ],
    [
      'C.4, requests with Huffman',
      '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
      '8286 84be 5886 a8eb 1064 9cbf',
      '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
    ],
  ])('%s', (_name, ...blocks) => {
    const decoder = new HeaderDecoder();
    const request = { ':method': 'GET', ':scheme': 'http', ':path': '/', ':authority': 'www.example.com' };
    expect(blocks.map((block) => decode(decoder, hex(block)))).toEqual([
      request,
      { ...request, 'cache-control': 'no-cache' },
      { ...request, ':scheme': 'https', ':path': '/index.html', 'custom-key': 'custom-value' },
    ]);
  });

  test('C.6, responses with Huffman and a table of 256 bytes that fields leave again', () => {
    const decoder = new HeaderDecoder();
    const tableOf256 = '3fe1 01';
    const blocks = [
      `${tableOf256} 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3`,
      '4883 640e ffc1 c0bf',
      '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
    ];
    const first = {
      ':status': '302',
      'cache-control': 'private',
      date: 'Mon, 21 Oct 2013 20:13:21 GMT',
      location: 'https://www.example.com',
    };
    expect(blocks.map((block) => decode(decoder, hex(block)))).toEqual([
      first,
      { ...first, ':status': '307' },
      {
        ...first,
        ':status': '200',
        date: 'Mon, 21 Oct 2013 20:13:22 GMT',
        'content-encoding': 'gzip',
        'set-cookie': 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
      },
    ]);
  });
});

test.each([
  ['an index beyond both tables', 'be'],
  ['index 0', '80'],
  ['a text longer than the block', '4005 61'],
  ['an integer without end', 'ffff ffff ffff ffff'],
  ['a table larger than we allow', '3fe1 7f'],
  ['a size of the table behind a field', '8820'],
  ['a Huffman text with the code of EOS', '4084 ffff ffff 0161'],
  ['a Huffman text padded with zeros', '4081 1800'],
  ['nothing behind a name', '4001 61'],
])('%s is an error of the connection', (_name, block) => {
  expect(() => decode(new HeaderDecoder(), hex(block))).toThrow('COMPRESSION_ERROR');
});

test('the same bytes mean what the table says now, however often they were read', () => {
  const decoder = new HeaderDecoder();
  decode(decoder, hex('88 4001 6101 31'));
  for (let i = 0; i < 3; i++) expect(decode(decoder, hex('88 be'))).toEqual({ ':status': '200', a: '1' });
  decode(decoder, hex('88 4001 6201 32'));
  for (let i = 0; i < 3; i++) expect(decode(decoder, hex('88 be'))).toEqual({ ':status': '200', b: '2' });
  // Read from memory, it still adds its field.
  decode(decoder, hex('88 4001 6101 31'));
  expect(decode(decoder, hex('88 be'))).toEqual({ ':status': '200', a: '1' });
  // An empty table has no fields.
  decode(decoder, hex('20 88'));
  expect(() => decode(decoder, hex('88 be'))).toThrow('COMPRESSION_ERROR');
});

test('the head and the trailers of one answer are both remembered, wherever their fields stand in the table', () => {
  for (let before = 0; before < 16; before++) {
    const decoder = new HeaderDecoder();
    const read = (block: Buffer) => decoder.decode(block, 0, block.length);
    for (let i = 0; i < before; i++) read(hex('4001 7801 78'));
    read(hex('88 4001 6101 31'));
    read(hex('4001 6201 3240 0163 0133'));
    const answer = [hex('88 c0'), hex('bf be')];
    const first = answer.map(read);
    expect(answer.map(read).every((list, at) => list === first[at])).toBe(true);
  }
});

test('a list of 256 kB ends the connection, however few bytes it is', () => {
  const decoder = new HeaderDecoder();
  const long = Buffer.concat([hex('88 4001 61 7f81 1f'), Buffer.alloc(4096 - 32 - 1 - 62, 'x')]);
  const value = long.length - 7;
  decode(
    decoder,
    Buffer.concat([hex('88 4001 61'), Buffer.from([0x7f, ((value - 127) & 127) | 128, (value - 127) >> 7]), long.subarray(7)]),
  );
  expect(() => decode(decoder, Buffer.concat([hex('88'), Buffer.alloc(1000, 0xbe)]))).toThrow('ENHANCE_YOUR_CALM');
});

describe('request heads', () => {
  const fields = [
    ':method',
    'GET',
    ':path',
    '/a?b=1',
    ':scheme',
    'https',
    ':authority',
    'h:1',
    'x-own',
    'Ünïcode',
    'authorization',
    'Bearer s',
  ];

  test('are read as they were written, and take a few bytes once the target knows them', () => {
    const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder()];
    const lengths = Array.from({ length: 4 }, () => {
      const block = Buffer.from(encoder.encode(fields, true));
      expect(Object.entries(decode(decoder, block)).flat()).toEqual(fields);
      // Never to be indexed, by anybody on the way (RFC 7541, 6.2.3).
      expect(block.includes(hex('1f 08 08 42 65 61 72 65 72'))).toBe(true);
      return block.length;
    });
    expect(lengths[1]).toBeLessThan(20);
    expect(lengths.slice(1)).toEqual([lengths[1], lengths[1], lengths[1]]);
  });

  test('follow a table that the target makes smaller, drops or enlarges', () => {
    const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder()];
    for (const size of [4096, 0, 100, 65_536, 50]) {
      encoder.resize(size);
      for (let i = 0; i < 3; i++) expect(Object.entries(decode(decoder, encoder.encode(fields, true))).flat()).toEqual(fields);
    }
  });

  test('never push each other out of the table, however many the requests', () => {
    const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder()];
    const requests = Array.from({ length: 100 }, (_, at) => [
      ':method',
      'GET',
      ':path',
      `/${at}`.repeat(30),
      ':scheme',
      'https',
      ':authority',
      'h',
    ]);
    for (const request of [...requests, ...requests, ...requests.toReversed()])
      expect(Object.entries(decode(decoder, encoder.encode(request, true))).flat()).toEqual(request);
  });
});
