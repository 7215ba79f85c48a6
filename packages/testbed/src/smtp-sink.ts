/** A mail server that keeps what it is sent, or refuses it. Plain SMTP on loopback, without a sign-in. */
import { createServer } from 'node:net';
import { listen } from './listen.ts';

export interface KeptMail {
  readonly to: string;
  /** Headers and body, as they came. */
  readonly raw: string;
}

export interface SmtpSink {
  readonly url: string;
  readonly mails: readonly KeptMail[];
  /** From now on every recipient is refused, or taken again. */
  refuse(refusing: boolean): void;
  close(): Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: KeptMail[] = [];
  let refusing = false;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let rest = '';
    let to = '';
    let body: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string) => {
      if (body && line === '.') {
        mails.push({ to, raw: body.join('\n') });
        body = null;
        return say('250 kept');
      }
      if (body) return body.push(line.replace(/^\.\./, '.'));
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (word === 'DATA') body = [];
      if (word === 'QUIT') return socket.end('221 bye\r\n');
      return say(word === 'DATA' ? '354 go on' : word === 'RCPT' && refusing ? '550 no such box' : '250 ok');
    };
    say('220 sink');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
  });
  const { port, close } = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (now) => {
      refusing = now;
    },
    close,
  };
}
