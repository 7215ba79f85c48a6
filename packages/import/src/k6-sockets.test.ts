import type { ImportedCommand } from '@plimsoll/contracts/imported-command';
import { describe, expect, it, test } from 'vitest';
import { importCommand } from './import-command.ts';

const options = `export const options = { vus: 3, duration: '20s' };`;
const flagsOf = ({ unmapped }: ImportedCommand) => unmapped.map(({ flag, value }) => (value === null ? flag : `${flag} ${value}`));

/** A script of k6/ws whose connection does this. */
const connect = (body: string, parameters = 'null') =>
  importCommand({
    text: `import ws from 'k6/ws';\n${options}\nexport default function () {\n  const res = ws.connect('ws://127.0.0.1:1/echo', ${parameters}, function (socket) {\n${body}\n  });\n  check(res, { ok: (r) => r && r.status === 101 });\n}`,
  });

/** One of k6/websockets. */
const open = (body: string, given = `'ws://127.0.0.1:1/echo'`, more = '') =>
  importCommand({
    text: `import { WebSocket } from 'k6/websockets';\n${options}\n${more}\nexport default function () {\n  const ws = new WebSocket(${given});\n${body}\n}`,
  });

const socketOf = ({ plan }: ImportedCommand) => plan.target?.websocket;

describe('ws.connect of k6/ws', () => {
  it('becomes a WebSocket with its messages by time, its pings, its end, its headers and its subprotocols', () => {
    const imported = connect(
      `socket.on('open', function open() {
         socket.send('hello');
         socket.setInterval(function () { socket.ping(); }, 1000);
         socket.setInterval(() => socket.send(JSON.stringify({ say: 'it {{now}}' })), 500);
       });
       socket.on('message', (data) => console.log(data));
       socket.on('pong', () => console.log('pong'));
       socket.on('error', (e) => socket.close());
       socket.setTimeout(function () { console.log('over'); socket.close(); }, 2 * 1000);`,
      `{ headers: { 'X-A': 'b', 'Sec-WebSocket-Protocol': 'chat, superchat' }, tags: { my: 'tag' }, compression: 'deflate' }`,
    );
    expect(imported.plan).toMatchObject({
      name: 'WebSocket 127.0.0.1:1/echo (k6)',
      load: { model: 'closed', connections: 3, duration: '20s' },
      connection: { protocol: 'websocket' },
      checks: [],
      target: { url: 'ws://127.0.0.1:1/echo', headers: { 'X-A': 'b' } },
    });
    expect(socketOf(imported)).toMatchObject({
      firstMessage: 'hello',
      firstAnswered: false,
      messages: ['{"say":"it {{"{{"}}now}}"}'],
      messageInterval: '500ms',
      ping: '1s',
      closeAfter: '2s',
      subprotocols: ['chat', 'superchat'],
      deflate: true,
    });
    expect(flagsOf(imported)).toEqual(['ws.connect tags', 'check status 101']);
    expect(imported.notes).toContain('k6 sends the first message when 500ms have passed. The plan sends it at once.');
  });

  it.each([
    [
      `socket.on('open', () => { socket.send('a'); socket.send('b'); socket.close(); });`,
      { messages: ['a', 'b'], messagesToReceive: 0, closeAfter: null },
    ],
    [
      `socket.on('open', () => socket.send('a')); socket.on('message', () => { socket.close(); });`,
      { messages: ['a'], messagesToReceive: 1, closeAfter: null },
    ],
    [
      `socket.on('open', () => socket.send('a')); socket.on('message', () => socket.send('a')); socket.setTimeout(() => socket.close(), 5000);`,
      { messages: ['a'], afterAnswer: true, firstMessage: null, closeAfter: '5s' },
    ],
    [
      `socket.on('open', () => socket.send('join')); socket.on('message', () => socket.send('more')); socket.setTimeout(() => socket.close(), 5000);`,
      { messages: ['more'], afterAnswer: true, firstMessage: 'join', firstAnswered: true },
    ],
    [
      `socket.setInterval(() => { socket.send('a'); socket.send('b'); }, 1000); setTimeout(() => socket.close(), 9000);`,
      { messages: ['a', 'b'], messageInterval: '500ms' },
    ],
    [`socket.on('open', () => { sleep(3); socket.close(); });`, { messages: null, closeAfter: '3s' }],
    [`socket.on('open', () => socket.close());`, { messages: null, closeAfter: '1ms' }],
    [`function done() { socket.close(); } socket.setTimeout(done, 4000);`, { closeAfter: '4s' }],
  ])('%s', (body, socket) => {
    const imported = connect(body);
    expect(socketOf(imported)).toMatchObject(socket);
    expect(flagsOf(imported)).toEqual(['check status 101']);
  });

  it('that is never closed stays open as long as the load lasts', () => {
    const imported = connect(`socket.on('message', () => {});`);
    expect(socketOf(imported)).toMatchObject({ messages: null, closeAfter: '20s' });
    expect(imported.notes).toContain('The script leaves its connection open for as long as the load lasts: the plan closes it after 20s.');
  });

  it('is not run: what would be computed, repeated or decided is listed by its name', () => {
    const imported = connect(
      `socket.on('open', () => {
         socket.send(Date.now());
         for (let i = 0; i < 9; i++) socket.send('x');
         socket.setInterval(() => socket.send('late'), randomIntBetween(1, 9));
         socket.setTimeout(() => socket.send('once'), 300);
         if (__VU > 1) socket.close();
         socket.on(name, other);
       });
       socket.on('message', (m) => { if (m === 'bye') socket.close(); });
       socket.on('pong', () => socket.sendBinary(bytes));`,
    );
    expect(socketOf(imported)).toMatchObject({ messages: null, closeAfter: '20s' });
    expect(flagsOf(imported)).toEqual([
      'socket.send',
      'socket.send',
      'socket.send',
      'socket.send',
      'socket.close',
      'socket.on',
      'socket.close',
      'socket.sendBinary',
      'check status 101',
    ]);
    expect(imported.unmapped[0]?.why).toContain('a script is never run');
    expect(imported.unmapped.every(({ why }) => /^"?[A-Z].*\.$/.test(why))).toBe(true);
  });
});

describe('new WebSocket of k6/websockets', () => {
  it('has listeners by name or by event, timers of its own, subprotocols and headers', () => {
    const imported = open(
      `ws.binaryType = 'arraybuffer';
       ws.onopen = () => {
         ws.send('login');
         setInterval(() => { ws.send('tick'); }, 250);
         setTimeout(() => { setTimeout(() => ws.close(), 1000); }, 2000);
       };
       ws.addEventListener('message', (e) => console.log(e.data));
       ws.onclose = () => console.log('closed');`,
      `'wss://127.0.0.1:1/chat', ['v2', 'v1'], { headers: { Cookie: 'sid=1' } }`,
    );
    expect(imported.plan.target).toMatchObject({ url: 'wss://127.0.0.1:1/chat', headers: { Cookie: 'sid=1' } });
    expect(socketOf(imported)).toMatchObject({
      subprotocols: ['v2', 'v1'],
      firstMessage: 'login',
      messages: ['tick'],
      messageInterval: '250ms',
      closeAfter: '3s',
    });
    expect(flagsOf(imported)).toEqual([]);
  });

  it('is followed into the functions of the script, and opened once', () => {
    const imported = open(
      `ws.addEventListener('open', start);
       function start() { login(ws); again(ws); }
       http.get('http://127.0.0.1:1/');
       for (let i = 0; i < 3; i++) { const other = new WebSocket('ws://127.0.0.1:1/b'); }`,
      `'ws://127.0.0.1:1/a'`,
      `function login(s) { s.send('me'); }\nfunction again(s) { again(s); s.terminate(); s.close(); }`,
    );
    expect(imported.plan.target?.url).toBe('ws://127.0.0.1:1/a');
    expect(socketOf(imported)).toMatchObject({ messages: ['me'], messagesToReceive: 0 });
    expect(flagsOf(imported)).toEqual(['http.get', 'new WebSocket', 'again', 's.terminate']);
    const many = importCommand({
      text: `${options}\nexport default () => { for (let i = 0; i < 4; i++) one(i); };\nfunction one(id) { const ws = new WebSocket('ws://127.0.0.1:1/'); ws.onopen = () => ws.close(); }`,
    });
    expect(flagsOf(many)).toEqual(['for']);
  });
});

test('a WebSocket has limits of k6 where a plan has them, and takes its address from beside the script', () => {
  const text = `export const options = { vus: 1, duration: '5s', insecureSkipTLSVerify: true, noConnectionReuse: true,
    thresholds: { ws_session_duration: ['p(95)<3000'], ws_ping: ['avg<20', 'p(99)<50'], ws_sessions: ['rate>1'], ws_msgs_sent: ['count>5'], constructor: ['p(95)<1'] } };
    ws.connect(secret(), null, (s) => s.setTimeout(() => s.close(), 100))`;
  const imported = importCommand({ text, url: 'wss://127.0.0.1:2/' });
  expect(imported.plan).toMatchObject({
    target: { url: 'wss://127.0.0.1:2/' },
    connection: { protocol: 'websocket', tls: { verify: false } },
    thresholds: ['p(95) < 3000ms', 'ping_mean < 20ms', 'ping_p(99) < 50ms', 'throughput > 1'],
  });
  expect(imported.named.target).toBe(false);
  expect(flagsOf(imported)).toEqual(['thresholds.ws_msgs_sent count>5', 'thresholds.constructor p(95)<1']);
  expect(() => importCommand({ text })).toThrow('script_not_written_out');
});
