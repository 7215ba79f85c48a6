/** Asks for a secret on the terminal: what is typed is not shown. */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  // readline echoes into this, and so nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    reader.question('', (answer) => {
      reader.close();
      process.stderr.write('\n');
      resolve(answer);
    });
    reader.once('SIGINT', () => {
      reader.close();
      process.stderr.write('\n');
      reject(Object.assign(new Error(''), { name: 'AbortError' }));
    });
  });
}
