/** Why an object store did not do what was asked, as a code; the message has the store's own words, and no address or key of ours. */

export const objectStoreTroubles = [
  /** Nobody listens there, or the network is cut. */
  'unreachable',
  /** It took too long. */
  'silent',
  'untrusted_certificate',
  /** Key, secret or rights. */
  'denied',
  'no_bucket',
  /** It is there and fails, or has too much to do. */
  'failing',
  /** It does not take the request; its code is in the message. */
  'refused',
] as const;
type ObjectStoreTrouble = (typeof objectStoreTroubles)[number];

/** `missing`: there is no such object. `damaged`: its content is not what was written. */
export type ObjectStoreErrorCode = ObjectStoreTrouble | 'missing' | 'damaged';

export class ObjectStoreError extends Error {
  readonly code: ObjectStoreErrorCode;
  constructor(code: ObjectStoreErrorCode, detail: string, cause?: unknown) {
    super(`object store: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = 'ObjectStoreError';
    this.code = code;
  }
  /** May the same request succeed a moment later? */
  get passes(): boolean {
    return this.code === 'unreachable' || this.code === 'silent' || this.code === 'failing';
  }
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT/;

/** What the network threw. */
export function networkError(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const detail = code === '' ? message : code;
  if (certificate.test(code)) return new ObjectStoreError('untrusted_certificate', detail, error);
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return new ObjectStoreError('silent', 'no answer in time', error);
  return new ObjectStoreError('unreachable', detail, error);
}

/** `s3Code`: as the answer names what is wrong (`NoSuchKey`), where it does. */
export function answerError(status: number, s3Code: string | undefined): ObjectStoreError {
  const detail = `answered ${status}${s3Code === undefined ? '' : ` ${s3Code}`}`;
  if (s3Code === 'NoSuchBucket') return new ObjectStoreError('no_bucket', detail);
  if (status === 404) return new ObjectStoreError('missing', detail);
  if (status === 401 || status === 403) return new ObjectStoreError('denied', detail);
  if (status >= 500 || status === 429) return new ObjectStoreError('failing', detail);
  return new ObjectStoreError('refused', detail);
}
