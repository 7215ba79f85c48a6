/** A target in a process of its own, so that it and the generator share no event loop. */
import { fork } from 'node:child_process';

export interface ForkedTarget<Listening> {
  readonly pid: number;
  /** The first message of the process: where it listens. */
  readonly listening: Listening;
  /** Its answer to a question. Rejects where it has ended. */
  ask<Told>(question: string): Promise<Told>;
  close(): Promise<void>;
}

/** `options` are told as the one argument, in JSON. Rejects where it ends before it listens. */
export async function forkTarget<Listening = number>(main: URL, options: object = {}): Promise<ForkedTarget<Listening>> {
  const child = fork(main, [JSON.stringify(options)], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const heard = <Told>() =>
    new Promise<Told>((resolve, reject) => {
      const ended = () => reject(new Error('the target ended'));
      child.once('exit', ended).once('message', (message) => {
        child.off('exit', ended);
        resolve(message as Told);
      });
    });
  return {
    listening: await heard<Listening>(),
    pid: child.pid ?? 0,
    ask<Told>(question: string) {
      const told = heard<Told>();
      child.send(question);
      return told;
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
