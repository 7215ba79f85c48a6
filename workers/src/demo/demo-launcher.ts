/** Starts the demo target when the first run aims at it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDemoAddress } from '@plimsoll/contracts/demo-service';
import { builtProgram } from '@plimsoll/programs/built-program';
import { childEnvironment } from '../config.ts';
import type { Logger } from '../log.ts';

const source = new URL('./demo-target.ts', import.meta.url);

export interface DemoTargets {
  /** If this URL is the demo target's, it is up when this resolves. */
  ensure(url: string): Promise<void>;
  close(): void;
}

export function openDemoTargets(port: number, log: Logger): DemoTargets {
  let child: ChildProcess | undefined;
  let up: Promise<void> | undefined;

  function start(): Promise<void> {
    const forked = fork(fileURLToPath(builtProgram(source)), [String(port)], {
      execArgv: [],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child = forked;
    return new Promise((done) => {
      forked.once('message', (message: { kind: string; code?: string }) => {
        // Another worker of this machine may have started it: then its port is taken, and it serves us as well.
        if (message.kind === 'failed') log.warn({ port, code: message.code }, 'the demo target did not start here');
        else log.info({ port }, 'demo target started');
        if (message.kind === 'failed') forked.disconnect();
        done();
      });
      forked.once('error', () => done());
      forked.once('exit', () => {
        up = undefined;
        done();
      });
    });
  }

  return {
    ensure(text) {
      if (!isDemoAddress(new URL(text), port)) return Promise.resolve();
      up ??= start();
      return up;
    },
    close() {
      if (child?.connected) child.disconnect();
    },
  };
}
