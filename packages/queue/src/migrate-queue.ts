/** BullMQ's tables in Postgres. Run once, by one process, before anything else opens the queue. */
import { createPostgresBackend, Queue } from 'bullmq';
import { queueName } from './backend.ts';

export async function migrateQueue(databaseUrl: string): Promise<void> {
  const queue = new Queue(queueName, { connection: { connectionString: databaseUrl, migrate: true, max: 2 } }, createPostgresBackend);
  queue.on('error', () => undefined);
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
}
