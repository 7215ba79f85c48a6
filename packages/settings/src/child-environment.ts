/** The part of our environment that a child process needs: how to run and whom to trust, none of our secrets. */

const names = ['PATH', 'HOME', 'TZ', 'LANG', 'TMPDIR', 'SystemRoot', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** `compileCache`: where this process keeps what it compiled, for the child to read. */
export function pickChildEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  compileCache: string | undefined,
): Record<string, string> {
  const picked = { ...Object.fromEntries(names.map((name) => [name, environment[name]])), NODE_COMPILE_CACHE: compileCache };
  return Object.fromEntries(Object.entries(picked).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
