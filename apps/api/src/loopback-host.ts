/** Does this host, as settings or a URL write it, name this machine only? */
export function isLoopbackHost(host: string): boolean {
  return /^(127(\.\d{1,3}){1,3}|localhost|::1|\[::1\])$/.test(host);
}
