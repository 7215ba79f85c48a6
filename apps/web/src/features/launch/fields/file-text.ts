/** Reads a file that was chosen, or says why not. Sizes are in bytes of the file. */
import { mostSchemaBytes } from '@plimsoll/contracts/grpc-call';
import { formatBytes } from '@plimsoll/wording/bytes';

export const mostFileBytes = 1024 * 1024;
/** Definitions of gRPC services may be larger than other files. */
export const mostDefinitionBytes = mostSchemaBytes;

export type ReadFile = { readonly text: string } | { readonly problem: 'tooLarge' | 'notUtf8' };

/** The figures in the sentence about a refused file. */
export function fileFigures({ name, size }: File, most = mostFileBytes) {
  return { name, size: formatBytes(size), most: formatBytes(most) };
}

export async function readText(file: File, most = mostFileBytes): Promise<ReadFile> {
  if (file.size > most) return { problem: 'tooLarge' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { problem: 'notUtf8' };
  }
}

export async function readBase64(file: File, most = mostFileBytes): Promise<ReadFile> {
  if (file.size > most) return { problem: 'tooLarge' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  // In pieces: a call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 8192) binary += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return { text: btoa(binary) };
}

/** Bytes behind base64 text. */
export function base64Bytes(base64: string): number {
  return (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}
