/** A store of objects, as its users see it. */
import type { SpooledFile } from './spooled-file.ts';

/** Where the objects are, and who we are there. May be handed to a thread. */
export interface ObjectStoreSettings {
  /** Origin of the store: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Stands before every key: empty, or it ends with a slash. */
  readonly prefix: string;
  /** The bucket is the first part of the path; else of the host's name. */
  readonly pathStyle: boolean;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Keys are lower-case letters, digits, `-`, `.` and `/`, without the prefix. All throw ObjectStoreError, after some tries where the store may be back soon. */
export interface ObjectStore {
  /** Replaces what lies there. The store refuses content with another checksum. */
  put(key: string, file: SpooledFile): Promise<void>;
  /** The content, as it arrives. Throws `missing`. */
  get(key: string): Promise<AsyncIterable<Buffer>>;
  /** Removes what may lie there. */
  remove(key: string): Promise<void>;
  /** All objects whose key begins so, by key. */
  list(prefix: string): AsyncGenerator<ListedObject, void>;
  /** Resolves where the bucket can be used by us. Tries twice: a connection from before a restart of the store is no news. */
  ping(): Promise<void>;
  close(): void;
}
