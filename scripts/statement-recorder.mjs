/**
 * Preloaded into every process of a run of the tests (`record-statements.ts`): notes each statement that the product itself sends to Postgres, not
 * those of tests. Plain JavaScript: it is there before anything of ours is.
 */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

const folder = process.env.PLIMSOLL_RECORD_STATEMENTS;
const known = new Set();
const ours = /\/(packages|apps)\/(?!testbed\/)[^/]+\/src\/|\/workers\/src\//;
const theirs = /\/node_modules\/(kysely|better-auth|@better-auth|rate-limiter-flexible)\//;

/** Its sender: the nearest caller outside of the driver. */
function isProduct(stack) {
  for (const frame of stack.split('\n').slice(1)) {
    if (/statement-recorder|node:internal|\/node_modules\/(pg|pg-pool)\//.test(frame)) continue;
    if (theirs.test(frame)) return true;
    if (frame.includes('/node_modules/')) return false;
    if (/[/](packages|apps|workers|scripts|e2e|bench)\//.test(frame)) return ours.test(frame) && !/\.test\.ts/.test(frame);
  }
  return false;
}

function record(query) {
  const text = (typeof query === 'string' ? query : query && !query.submit ? query.text : undefined)?.replace(/\s+/g, ' ').trim();
  if (!text || known.has(text) || !/^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) return;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  if (!isProduct(stack)) return;
  known.add(text);
  appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), `${JSON.stringify(text)}\n`);
}

if (folder) {
  const pg = createRequire(join(process.cwd(), 'package.json'))('pg');
  // A pool asks by its clients later, when nobody knows who asked.
  for (const prototype of [pg.Client.prototype, Object.getPrototypeOf(pg.Pool.prototype)]) {
    const send = prototype.query;
    prototype.query = function query(...asked) {
      record(asked[0]);
      return send.apply(this, asked);
    };
  }
}
