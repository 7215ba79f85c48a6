import { expect, it } from 'vitest';
import { fieldHead, fieldName, fieldValue, namesByDifference } from './field-name.ts';

const difference = (field: string, base: string | null, candidate: string | null) => ({ field, base, candidate, kind: 'plan' as const });

it('says a field by the name people know, never by its path', () => {
  const named = {
    'connection.keepAlive': 'keep-alive',
    'target.url': 'the URL',
    'requests[a / upload].weight': 'the weight of "a / upload"',
    'requests[login].headers.Accept': 'header Accept of "login"',
    'requests.url': 'the URL',
    'requests[login]': 'request "login"',
    'load.maxConnections': 'max. connections',
    'environment.cpuModel': 'the generator’s CPU',
    'environment.somethingNew': 'the generator’s something new',
    'connection.somethingNew': 'something new',
  };
  expect(Object.keys(named).map(fieldName)).toEqual(Object.values(named));
  expect(['connection.keepAlive', 'target.url', 'target.grpc'].map(fieldHead)).toEqual(['Keep-alive', 'URL', 'gRPC call']);
});

it('says a value as people read it', () => {
  const values = [
    fieldValue('connection.keepAlive', 'true'),
    fieldValue('connection.client', 'wire'),
    fieldValue('load.rate', '12000'),
    fieldValue('target.body', null),
    fieldValue('load.stages', '[{"to":200,"over":"2s"},{"to":12000,"over":"1m30s"}]').replaceAll('\u00a0', ' '),
    fieldValue('load.stages', null),
    fieldValue('requests[chat].stream', 'sse'),
  ];
  expect(values).toEqual([
    'on',
    'raw sockets',
    '12\u00a0000',
    'none',
    '200 over 2 s, 12 000 over 1 min 30 s',
    'none',
    'Server-sent events',
  ]);
});

it('names two arms by the one setting in which they differ', () => {
  expect(namesByDifference([difference('connection.keepAlive', 'true', 'false')])).toEqual({
    base: 'keep-alive on',
    candidate: 'keep-alive off',
  });
  expect(namesByDifference([difference('load.rate', '300', '600')])).toEqual({ base: '300/s', candidate: '600/s' });
  for (const unnamed of [
    [],
    [difference('target.url', 'http://a.example/', 'http://b.example/')],
    [difference('connection.maxActiveRequests', null, '4')],
    [difference('connection.keepAlive', 'true', 'false'), difference('connection.client', 'wire', 'undici')],
  ])
    expect(namesByDifference(unnamed)).toBeNull();
});
