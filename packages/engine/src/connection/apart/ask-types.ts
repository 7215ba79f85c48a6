/** Asks a server for its types: name, connection and all that it says within one limit. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { type AskOptions, askServer } from '@plimsoll/grpc/ask-server';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import { RunClock } from '../../pace/clock.ts';
import { dialled } from '../dial/guarded-get.ts';
import { createDialler } from '../dial/target-guard.ts';
import { DialError } from '../request-errors.ts';

export interface TypesQuestion {
  /** http:// or https://. */
  readonly url: string;
  readonly policy: TargetPolicy;
}

export type TypesAnswer =
  | { readonly kind: 'types'; readonly descriptorSet: Uint8Array }
  /** By the target policy. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly path: GrpcError['path'] | ['url']; readonly reason: string };

export async function askTypes({ url: written, policy }: TypesQuestion, signal: AbortSignal): Promise<TypesAnswer> {
  const url = new URL(written);
  try {
    const socket = await dialled(createDialler({ url, policy, clock: new RunClock(), alpn: ['h2'] }), signal);
    const scheme: AskOptions['scheme'] = url.protocol === 'https:' ? 'https' : 'http';
    const descriptorSet = await askServer(socket, { authority: url.host, scheme, signal });
    return { kind: 'types', descriptorSet };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof DialError && error.phase === 'policy') return { kind: 'refused', reason };
    return { kind: 'failed', path: error instanceof GrpcError ? error.path : ['url'], reason };
  }
}
