/** URLs of gRPC: `grpc://host:port` without TLS, `grpcs://host:port` over it. */

export function isGrpcUrl(url: string): boolean {
  return /^grpcs?:/i.test(url);
}

/** A URL whose transport is known to everybody: gRPC's schemes become those of the HTTP they go over. */
export function transportUrl(url: string): string {
  return url.replace(/^grpc(s?):/i, 'http$1:');
}
