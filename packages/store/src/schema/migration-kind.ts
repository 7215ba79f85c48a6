/**
 * The kind of a migration. `expand`: it only adds, and a process that does not know it goes on. `contract`: such a process
 * has to be stopped before. `contract after 045_x`: a process that knows 045_x goes on, since it no longer uses what this one takes away.
 */
export type MigrationKind = 'expand' | 'contract' | `contract after ${string}`;

const saidKind = /^-- (expand|contract(?: after \d+_\w+)?)(?:: .*)?$/m;

/** As its file says in a line (`-- contract after 045_x: why`), else as its statements are: those that add and nothing more are known. */
export function kindOfMigration(sql: string): MigrationKind {
  const said = saidKind.exec(sql)?.[1];
  if (said !== undefined) return said as MigrationKind;
  const made = new Set<string>();
  return listStatements(sql).every((statement) => onlyAdds(statement, made)) ? 'expand' : 'contract';
}

/** May code that knows these migrations, by name, work on a schema that holds this one, which it does not know? Null: nobody kept its kind. */
export function goesOn(kind: string | null, knows: (migration: string) => boolean): boolean {
  if (kind === 'expand') return true;
  const after = /^contract after (\S+)$/.exec(kind ?? '')?.[1];
  return after !== undefined && knows(after);
}

/** Without comments, texts and bodies of functions; in lower case, with single spaces. */
function listStatements(sql: string): string[] {
  return sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'|--.*$/gm, (found) => (found.startsWith('-') ? '' : "''"))
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}

/** `made`: tables that this migration made before; nobody else knows them. */
function onlyAdds(statement: string, made: Set<string>): boolean {
  const table = /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1];
  if (table !== undefined) made.add(table);
  const touched = /^(?:alter table|insert into|create unique index \w+ on|create index \w+ on|create trigger .* on) (\w+)/.exec(
    statement,
  )?.[1];
  if (table !== undefined || (touched !== undefined && made.has(touched))) return true;
  if (/^(create index|create function|create type|create extension|comment on|set local) /.test(statement)) return true;
  const [, clauses] = /^alter table \w+ (.*)$/.exec(statement) ?? [];
  return clauses !== undefined && listClauses(clauses).every(addsColumn);
}

/** A version that does not know the column leaves it out of its inserts. */
function addsColumn(clause: string): boolean {
  return /^add column /.test(clause) && (!/ not null\b/.test(clause) || / (default|generated) /.test(`${clause} `));
}

/** Parts between commas that stand in no bracket. */
function listClauses(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
