/** Asks a server for its types: name, connection and all that it says within one limit. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import { DialError } from '../dial/connection-error.ts';
import { createDialler, type DialOptions } from '../dial/target-guard.ts';
import { type AskOptions, askServer } from './ask-server.ts';
import { dialled } from './guarded-get.ts';

export interface TypesQuestion extends Partial<Pick<ReadTypesOptions, 'connection' | 'authority' | 'service' | 'metadata'>> {
  /** http:// or https://. */
  readonly url: string;
  readonly policy: TargetPolicy;
}

export type TypesAnswer =
  | { readonly kind: 'types'; readonly descriptorSet: Uint8Array }
  /** The target policy refused it. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly path: GrpcError['path'] | ['url']; readonly reason: string };

export interface ReadTypesOptions extends Pick<DialOptions, 'policy' | 'connection'>, Partial<AskOptions> {
  readonly url: URL;
  readonly signal: AbortSignal;
}

/** A FileDescriptorSet. Throws DialError or GrpcError. */
export async function readTypes({ url, policy, connection, ...asked }: ReadTypesOptions): Promise<Uint8Array> {
  const socket = await dialled(createDialler({ url, policy, alpn: ['h2'], ...(connection ? { connection } : {}) }), asked.signal);
  return askServer(socket, { authority: url.host, scheme: url.protocol === 'https:' ? 'https' : 'http', ...asked });
}

export async function askTypes({ url, ...asked }: TypesQuestion, signal: AbortSignal): Promise<TypesAnswer> {
  try {
    return { kind: 'types', descriptorSet: await readTypes({ url: new URL(url), ...asked, signal }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof DialError && error.phase === 'policy') return { kind: 'refused', reason };
    return { kind: 'failed', path: error instanceof GrpcError ? error.path : ['url'], reason };
  }
}
