import type { GrpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { GrpcError, type GrpcPath } from './grpc-error.ts';

/** Runs a reader of the library, whose errors say what is wrong with what it read. */
export function reading<Read>(path: GrpcPath, describe: (error: string) => GrpcRefusal, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof GrpcError) throw error;
    throw new GrpcError(path, describe(error instanceof Error ? error.message.slice(0, 300) : String(error)));
  }
}
