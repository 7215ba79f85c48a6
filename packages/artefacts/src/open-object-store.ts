/** An object store over S3's protocol: each request signed, bounded in time, and tried again where the store may be back soon. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ListedObject, ObjectStore, ObjectStoreSettings } from './object-store.ts';
import { answerError, networkError, ObjectStoreError, type ObjectStoreErrorCode } from './object-store-error.ts';
import type { SpooledFile } from './spooled-file.ts';

export interface ObjectStoreOptions {
  /** A socket on which nothing moves for so long is given up; 10 s unless given. */
  readonly silenceMs?: number;
  /** Tries of one request; 3 unless given. */
  readonly tries?: number;
  /** Hears of each request as it begins, on the stack of whoever asked; what it answers hears of the end of its last try. */
  readonly onAsk?: ((operation: StoreOperation) => (end: StoreAskEnd) => void) | undefined;
}

const operations = { GET: 'GetObject', PUT: 'PutObject', DELETE: 'DeleteObject' } as const;
/** As S3 names it. */
export type StoreOperation = (typeof operations)[keyof typeof operations] | 'ListObjectsV2';

/** A content that is read is still on its way. */
export interface StoreAskEnd {
  readonly tries: number;
  /** Null: it was done. */
  readonly failed: ObjectStoreErrorCode | null;
}

interface Asked {
  readonly method: keyof typeof operations;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly file?: SpooledFile;
}

/** Of error answers and lists: a thousand keys take some 300 kB. */
const mostTextBytes = 4_000_000;
const emptySha256 = createHash('sha256').digest('hex');
const firstPauseMs = 200;

export function openObjectStore(
  settings: ObjectStoreSettings,
  { silenceMs = 10_000, tries = 3, onAsk }: ObjectStoreOptions = {},
): ObjectStore {
  const { prefix, bucket, pathStyle } = settings;
  const base = new URL(settings.endpoint);
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const root = `${base.origin}${base.pathname.replace(/\/$/, '')}${pathStyle ? `/${bucket}` : ''}`;
  const transport = base.protocol === 'https:' ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 8 });

  async function sign({ method, key = '', query = {}, file }: Asked) {
    const url = new URL(root + (key === '' ? '' : `/${prefix}${key}`));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { accessKeyId, secretAccessKey, region } = settings;
    const headers = { 'x-amz-content-sha256': file?.sha256 ?? emptySha256 };
    const signed = await new AwsV4Signer({ method, url: url.href, headers, accessKeyId, secretAccessKey, region, service: 's3' }).sign();
    return { url: signed.url, headers: Object.fromEntries(signed.headers) };
  }

  /** The answer's head; its body is still to be read. */
  async function send(asked: Asked): Promise<http.IncomingMessage> {
    const { url, headers } = await sign(asked);
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const { file, method } = asked;
    const body = file?.read();
    const length = file ? { 'content-length': file.bytes, 'content-type': 'application/octet-stream' } : {};
    const request = transport.request(url, { method, agent, headers: { ...headers, ...length }, timeout: silenceMs });
    request.on('timeout', () => request.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })));
    request.on('response', resolve).on('error', reject);
    // What goes wrong is told by the request.
    if (body) pipeline(body, request, () => undefined);
    else request.end();
    return promise;
  }

  async function readText(body: Readable): Promise<string> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostTextBytes) throw new ObjectStoreError('refused', 'an answer without end');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  async function askOnce(asked: Asked): Promise<http.IncomingMessage> {
    try {
      const answer = await send(asked);
      const { statusCode = 0 } = answer;
      if (statusCode >= 200 && statusCode < 300) return answer;
      throw answerError(statusCode, tagOf(await readText(answer), 'Code'));
    } catch (error) {
      throw networkError(error);
    }
  }

  async function ask<T>(asked: Asked, read: (body: http.IncomingMessage) => Promise<T>, most = tries): Promise<T> {
    const end = onAsk?.(asked.key === undefined ? 'ListObjectsV2' : operations[asked.method]);
    for (let tried = 1; ; tried += 1)
      try {
        const answer = await read(await askOnce(asked));
        end?.({ tries: tried, failed: null });
        return answer;
      } catch (thrown) {
        const error = networkError(thrown);
        if (!error.passes || tried >= most) {
          end?.({ tries: tried, failed: error.code });
          throw error;
        }
        await sleep(firstPauseMs * 4 ** (tried - 1) * (0.5 + Math.random()));
      }
  }

  const list = (query: Readonly<Record<string, string>>, most?: number) =>
    ask({ method: 'GET', query: { 'list-type': '2', ...query } }, readText, most);

  return {
    async put(key, file) {
      await ask({ method: 'PUT', key, file }, readText);
    },
    get: (key) => ask({ method: 'GET', key }, async (body) => contentOf(body)),
    async remove(key) {
      await ask({ method: 'DELETE', key }, readText).catch((error: unknown) => {
        if (!(error instanceof ObjectStoreError && error.code === 'missing')) throw error;
      });
    },
    async *list(wanted) {
      let from: string | undefined;
      do {
        const text = await list({ prefix: prefix + wanted, ...(from === undefined ? {} : { 'continuation-token': from }) });
        yield* listed(text, prefix);
        from = tagOf(text, 'NextContinuationToken');
      } while (from !== undefined);
    },
    async ping() {
      // Nothing of ours begins so: the answer is short however much lies there.
      await list({ prefix: `${prefix}ping`, 'max-keys': '1' }, 2);
    },
    close: () => agent.destroy(),
  };
}

/** A body that ends before its length is an error of the network, told with a code of ours. */
async function* contentOf(body: http.IncomingMessage): AsyncGenerator<Buffer, void> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw networkError(error);
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of this name. */
function tagOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, named) => {
    if (named !== undefined) return entities[named] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

function listed(xml: string, prefix: string): ListedObject[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: (tagOf(entry, 'Key') ?? '').slice(prefix.length),
    bytes: Number(tagOf(entry, 'Size')),
    modifiedAt: new Date(tagOf(entry, 'LastModified') ?? ''),
  }));
}
