/**
 * A plan's text in YAML without its secrets, whatever mistakes it has: nothing is parsed. The rest of a line after a secret name goes, and
 * so do the lines below that belong to it. A word too many is lost rather than a secret kept.
 */
import { isSecretName, maskedSecret } from '@plimsoll/contracts/problem';
import { mapFileSecrets } from '@plimsoll/contracts/text-secrets';

/** A name in a line, and what parts it from its value: `:` in YAML and JSON, `=` in URLs and forms, `>` in XML. */
const nameInLine = /[A-Za-z0-9_%.-]+/g;
const separator = /^["']?\s*[:=>]\s*/;

export function maskYaml(text: string): string {
  /** Lines at least so far indented belong to the name above. */
  let hiddenFrom = Number.POSITIVE_INFINITY;
  let hidesNext = false;
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/);
      if (indent < 0) return line;
      if (indent >= hiddenFrom || hidesNext) {
        hidesNext = false;
        return `${line.slice(0, indent)}${maskedSecret}`;
      }
      hiddenFrom = Number.POSITIVE_INFINITY;
      const at = valueAt(line);
      if (at === null) return maskedLine(line);
      // A line of names without values is a table's head: its rows stand below it, no deeper.
      hiddenFrom = at === line.length && !/[:=>]\s*["']?\s*$/.test(line) ? indent : indent + 1;
      hidesNext = hiddenFrom > indent && line.slice(at).trim() === '';
      return line.slice(at).trim() === '' ? line : `${line.slice(0, at)}${maskedSecret}`;
    })
    .join('\n');
}

/** Where the value of the line's first secret name begins; its end where the name has none; null without such a name. */
function valueAt(line: string): number | null {
  for (const { 0: name, index } of line.matchAll(nameInLine)) {
    if (!isSecretName(name)) continue;
    const after = index + name.length;
    const parted = separator.exec(line.slice(after));
    return parted ? after + parted[0].length : line.length;
  }
  return null;
}

/** A line without a secret name: credentials by their scheme, and secrets in a file. */
function maskedLine(line: string): string {
  return line
    .replace(/\b(bearer|basic)\s+\S+/gi, `$1 ${maskedSecret}`)
    .replace(/(\bbase64["']?\s*:\s*["']?)([A-Za-z0-9+/]{8,}={0,2})/, (_, before: string, base64: string) => {
      return before + mapFileSecrets(base64, () => maskedSecret);
    });
}
