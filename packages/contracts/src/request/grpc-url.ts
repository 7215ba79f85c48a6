/** URLs of gRPC: `grpc://host:port` without TLS, `grpcs://host:port` over it. */

export function isGrpcUrl(url: string): boolean {
  return /^grpcs?:/i.test(url);
}

/** A URL whose transport is known to everybody: the schemes of gRPC and of WebSockets become those of the HTTP they go over. */
export function transportUrl(url: string): string {
  return url.replace(/^(?:grpc|ws)(s?):/i, 'http$1:');
}
