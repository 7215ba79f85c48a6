/** Readers of a link in a thread of their own: what they take of the processor is not the API's. Each message is a list of URLs to read at once, answered by their statuses. */
import { parentPort } from 'node:worker_threads';

async function read(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  await answer.arrayBuffer();
  return answer.status;
}

parentPort?.on('message', async (urls: readonly string[]) => parentPort?.postMessage(await Promise.all(urls.map(read))));
