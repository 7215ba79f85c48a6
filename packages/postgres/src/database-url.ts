/** Our database on this machine. */
export const database = 'plimsoll';

export function databaseUrl(password: string, port: number, name: string = database): string {
  return `postgres://plimsoll:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
}
