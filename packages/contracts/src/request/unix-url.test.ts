import { expect, test } from 'vitest';
import { judgeSocket, judgeUrl } from '../installation/target-policy.ts';
import { planSchema } from '../plan/plan.ts';
import { planUrl } from './requests.ts';
import { parseTargetUrl } from './target-url.ts';
import { sentUrl, unixSocketPath } from './unix-url.ts';

const closed = { mode: 'allowlist', allowed: [], ownPorts: [] } as const;
const policy = (...sockets: string[]) => ({ ...closed, allowed: [], ownPorts: [], sockets });
const codeOf = (text: string, ofPlan = true) => {
  const parsed = parseTargetUrl(text, ofPlan);
  return 'error' in parsed ? parsed.error.code : parsed.url.href;
};

test.each([
  ['http+unix:///run/app.sock:/path?a=1', '/run/app.sock', 'http://localhost/path?a=1'],
  ['HTTP+UNIX:///run/app.sock', '/run/app.sock', 'http://localhost/'],
  ['http+unix:///run/app.sock:?a={{seq}}', '/run/app.sock', 'http://localhost/?a={{seq}}'],
])('%s names a socket and what is asked there', (url, socket, sent) => {
  expect([unixSocketPath(url), sentUrl(url), codeOf(url)]).toEqual([socket, sent, `http+unix://${socket}:/`]);
});

test.each([
  'http+unix://run/app.sock:/',
  'http+unix:///run/../etc/app.sock:/',
  'http+unix:///run/%2e%2e/app.sock:/',
  'http+unix:///run//app.sock:/',
  'http+unix:///run/{{seq}}.sock:/',
  'http+unix:///run/a b.sock:/',
  `http+unix:///${'x'.repeat(103)}:/`,
  'http+unix://',
])('%s is refused: it could be read as another socket, or as none', (url) => {
  expect([unixSocketPath(url), codeOf(url)]).toEqual([null, 'url_socket']);
});

test('only the target of a plan may be a socket, and all its requests have the same one', () => {
  expect(codeOf('http+unix:///run/app.sock:/', false)).toBe('url_scheme');
  const requests = (...paths: string[]) =>
    planSchema.safeParse({
      version: 1,
      name: 'sockets',
      requests: paths.map((path, at) => ({ name: `r${at}`, url: `http+unix://${path}` })),
      load: { model: 'closed', connections: 1, requests: 1 },
    });
  const same = requests('/run/a.sock:/one', '/run/a.sock:/two');
  expect(same.success && planUrl(same.data)).toBe('http+unix:///run/a.sock:/');
  expect(requests('/run/a.sock:/', '/run/b.sock:/').success).toBe(false);
});

test('a star stands for part of one name, never for a directory', () => {
  const code = (path: string, ...sockets: string[]) => judgeSocket(policy(...sockets), path)?.code ?? null;
  expect(code('/tmp/a.sock', '/tmp/*')).toBeNull();
  expect(code('/tmp/a.sock', '/run/x', '/tmp/*.sock')).toBeNull();
  expect(code('/tmp/b/a.sock', '/tmp/*')).toBe('socket_not_allowed');
  expect(code('/tmp/axsock', '/tmp/a.sock')).toBe('socket_not_allowed');
  expect(code('/run/docker.sock', '/run/*')).toBe('own_socket');
  expect(judgeUrl(closed as never, new URL('http+unix:///tmp/a.sock:/'))?.code).toBe('socket_not_allowed');
});
