/** The text of a file's bytes: UTF-8, or the UTF-16 that a redirection in PowerShell writes; its byte order mark says which. */
export function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
