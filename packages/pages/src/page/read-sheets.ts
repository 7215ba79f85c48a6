/** The style sheets of this package as text, for pages that need no script. Servers and commands read them; a browser never does. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A sheet with those that it imports. */
const read = (path: string): string =>
  readFileSync(path, 'utf8').replace(/@import "(.+)";/g, (_, imported: string) => read(join(dirname(path), imported)));
const sheet = (name: string) => read(fileURLToPath(new URL(`../${name}.css`, import.meta.url)));

/** Without a script the visitor's own scheme chooses. With the letters of every language. */
export const tokens =
  sheet('tokens').replace(
    /@media screen \{\s*:root\[data-mantine-color-scheme="dark"\]/,
    '@media screen and (prefers-color-scheme:dark) { :root',
  ) + sheet('chinese-letters');
/** With the style of the parts that the app shows, too. */
export const sharedStyle = (tokens + sheet('style')).replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
