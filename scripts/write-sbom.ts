/**
 * `node scripts/write-sbom.ts FILE` writes a bill of materials (CycloneDX) of the modules that are installed here: npm's list by the
 * lock file, without what is not here. (npm's own filters by workspace leave out modules that two workspaces share.) Fails where a
 * module that is here is not on the list.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Sbom {
  components: { readonly name: string; readonly version: string; readonly 'bom-ref': string }[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node scripts/write-sbom.ts FILE');

const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
const sbom = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] })) as Sbom;

/** `name@version` of every module in a `node_modules` folder, of nested ones too. */
function listInstalled(): Set<string> {
  const folders = globSync(['node_modules', '{packages,apps}/*/node_modules', 'workers/node_modules']);
  const packages = folders.flatMap((folder) =>
    globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json', '*/package.json', '@*/*/package.json'], {
      cwd: folder,
    }).map((path) => join(folder, path)),
  );
  return new Set(
    packages.flatMap((path) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
      return name && version ? [`${name}@${version}`] : [];
    }),
  );
}

const installed = listInstalled();
const kept = sbom.components.filter(({ name, version }) => installed.has(`${name}@${version}`));
const listed = new Set(kept.map(({ name, version }) => `${name}@${version}`));
const missing = [...installed].filter((one) => !listed.has(one));
if (missing.length > 0) throw new Error(`not on npm's list: ${missing.join(', ')}`);
const refs = new Set(kept.map((component) => component['bom-ref']));
writeFileSync(
  file,
  JSON.stringify({
    ...sbom,
    components: kept,
    dependencies: sbom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  }),
);
process.stdout.write(`${kept.length} modules in ${file}\n`);
