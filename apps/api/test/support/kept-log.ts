import { Writable } from 'node:stream';

/** Keeps what is logged, as text. */
export class KeptLog extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}
