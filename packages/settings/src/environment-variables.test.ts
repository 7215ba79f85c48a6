import { expect, test } from 'vitest';
import { z } from 'zod';
import { chooseDemoPort, commonVariables, listSockets, maskedVariable, readVariables } from './environment-variables.ts';
import { readObjectStore } from './object-store-settings.ts';

test('the demo target is 90 above the port, or below it where there is no such port, or where it is told', () => {
  expect([4300, 65_445, 65_446, 65_535].map((PORT) => chooseDemoPort({ PORT }))).toEqual([4390, 65_535, 65_356, 65_445]);
  expect(chooseDemoPort({ PORT: 4300, PLIMSOLL_DEMO_PORT: 9000 })).toBe(9000);
});

test('an empty variable is none, and all that are wrong are named', () => {
  const schema = z.object(commonVariables).pick({ PORT: true, PLIMSOLL_LOG: true });
  expect(readVariables(schema, { PORT: '', PLIMSOLL_LOG: undefined })).toEqual({ PORT: 4300, PLIMSOLL_LOG: 'info' });
  expect(() => readVariables(schema, { PORT: '70000', PLIMSOLL_LOG: 'loud' })).toThrow(/^Configuration: PORT: .*; PLIMSOLL_LOG: /);
});

test('sockets may be loaded only where they are listed, and those of our own database and queue are known', () => {
  expect(listSockets('', 'postgres://%2Frun%2Fpg/db')).toEqual({});
  const urls = [
    'postgres://ada@%2Frun%2Fpg/db',
    'postgres://localhost/db?host=/srv/pg',
    'socket:/opt/pg?db=x',
    'unix:/run/q.sock',
    '/run/r.sock',
    undefined,
  ];
  expect(listSockets(' /run/app.sock, /tmp/* ', ...urls)).toEqual({
    sockets: ['/run/app.sock', '/tmp/*'],
    ownSockets: ['/run/pg', '/srv/pg', '/opt/pg', '/run/q.sock', '/run/r.sock'],
  });
  const schema = z.object(commonVariables).pick({ PLIMSOLL_UNIX_SOCKETS: true });
  expect(() => readVariables(schema, { PLIMSOLL_UNIX_SOCKETS: '/run/app.sock,app.sock' })).toThrow('"app.sock"');
});

test('a log shows a setting without its password, wherever in an address that stands', () => {
  expect(maskedVariable('DATABASE_URL', 'postgres://app:hush@db/x?sslmode=require')).toBe('postgres://app:***@db/x?sslmode=require');
  expect(maskedVariable('DATABASE_URL', 'postgres://db/x?user=app&password=hush')).toBe('postgres://db/x?user=app&password=***');
  expect(maskedVariable('OTEL_EXPORTER_OTLP_ENDPOINT', 'https://otlp.example/v1?api-key=hush&X=1')).toBe(
    'https://otlp.example/v1?api-key=***&X=1',
  );
  expect(maskedVariable('PLIMSOLL_SECRET_KEY', 'hush')).not.toContain('hush');
});

test('an archive is a bucket with both keys, or there is none; AWS is meant where no endpoint is', () => {
  const keys = { PLIMSOLL_S3_ACCESS_KEY_ID: 'id', PLIMSOLL_S3_SECRET_ACCESS_KEY: 'a secret of the archive' };
  expect(readObjectStore({})).toBeNull();
  expect(
    readObjectStore({ PLIMSOLL_S3_BUCKET: 'runs', PLIMSOLL_S3_REGION: 'eu-central-1', PLIMSOLL_S3_PATH_STYLE: 'off', ...keys }),
  ).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    bucket: 'runs',
    region: 'eu-central-1',
    accessKeyId: 'id',
    secretAccessKey: 'a secret of the archive',
    prefix: '',
    pathStyle: false,
  });
  expect(() => readObjectStore({ PLIMSOLL_S3_BUCKET: 'runs' })).toThrow(
    /^Configuration: PLIMSOLL_S3_ACCESS_KEY_ID: .+; PLIMSOLL_S3_SECRET_ACCESS_KEY: /,
  );
  expect(() => readObjectStore(keys)).toThrow(/^Configuration: PLIMSOLL_S3_BUCKET: /);
  for (const wrong of [{ PLIMSOLL_S3_BUCKET: 'Runs/../x' }, { PLIMSOLL_S3_PREFIX: 'no-slash' }, { PLIMSOLL_S3_ENDPOINT: 'ftp://s3' }])
    expect(() => readObjectStore({ PLIMSOLL_S3_BUCKET: 'runs', ...keys, ...wrong })).toThrow(Object.keys(wrong)[0]);
});
