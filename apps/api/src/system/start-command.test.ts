import { expect, test } from 'vitest';
import { chooseStartCommand } from './start-command.ts';

const databaseUrl = 'postgres://ann:hunter2@db.example:5433/plimsoll?sslmode=require&sslpassword=hunter3';

test('the command names the database and the queue without their secrets, and the settings a worker shares', () => {
  const { command, hereOnly } = chooseStartCommand(
    { databaseUrl, redisUrl: 'redis://:hunter4@queue.example', workerSettings: { PLIMSOLL_TARGETS: 'a.example, b.example' } },
    1,
  );
  expect(command).not.toContain('hunter');
  expect(command.split(' \\\n  ')).toEqual([
    "DATABASE_URL='postgres://ann:POSTGRES_PASSWORD@db.example:5433/plimsoll?sslmode=require'",
    'REDIS_URL=redis://:REDIS_PASSWORD@queue.example',
    "PLIMSOLL_SECRET_KEY='<PLIMSOLL_SECRET_KEY>'",
    "PLIMSOLL_TARGETS='a.example, b.example'",
    'npm run worker',
  ]);
  expect(hereOnly).toBe(false);
});

test('beside its own Postgres the command reads the files that hold the secrets, and works on that machine alone', () => {
  const { command, hereOnly } = chooseStartCommand({ databaseUrl, ownFiles: { directory: "/srv/ann's data", key: true } }, 1);
  expect(command).toContain(`plimsoll:$(cat '/srv/ann'\\''s data/postgres-password')@127.0.0.1:$(cat `);
  expect(command).toContain(`PLIMSOLL_SECRET_KEY="$(cat '/srv/ann'\\''s data/secret-key')"`);
  expect(hereOnly).toBe(true);
  expect(chooseStartCommand({ databaseUrl: 'postgres://u:p@localhost/x' }, 1).hereOnly).toBe(true);
});

test("the operator's own command says how many workers there will be", () => {
  expect(chooseStartCommand({ databaseUrl, workerCommand: 'compose up --scale worker=COUNT' }, 3)).toEqual({
    command: 'compose up --scale worker=4',
    hereOnly: false,
  });
});
