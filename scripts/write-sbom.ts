/**
 * `node scripts/write-sbom.ts FILE` writes a bill of materials (CycloneDX) of the modules that are installed here: npm's list by the
 * lock file, without what is not here. (npm's own filters by workspace leave out modules that two workspaces share.) Fails where a
 * module that is here is not on the list.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Sbom {
  components: { readonly name: string; readonly version: string; readonly 'bom-ref': string; readonly purl?: string }[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node scripts/write-sbom.ts FILE');

const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
const sbom = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] })) as Sbom;

interface Installed {
  /** The module itself, `name@version`. */
  readonly own: string;
  /** Its name in npm's list: its folder, which for an alias (`npm:typescript@7`) has another name. */
  readonly listed: string;
}

/** Every module in a `node_modules` folder, nested ones too. */
function listInstalled(): Installed[] {
  const folders = globSync(['node_modules', '{packages,apps}/*/node_modules', 'workers/node_modules']);
  const packages = folders.flatMap((folder) =>
    globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json', '*/package.json', '@*/*/package.json'], {
      cwd: folder,
    }).map((path) => join(folder, path)),
  );
  return packages.flatMap((path) => {
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
    const folder = /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1];
    return name && version ? [{ own: `${name}@${version}`, listed: `${folder ?? name}@${version}` }] : [];
  });
}

const installed = listInstalled();
const ownNames = new Map(installed.map(({ own, listed }) => [listed, own]));
const kept = sbom.components.flatMap((component) => {
  const own = ownNames.get(`${component.name}@${component.version}`);
  if (own === undefined) return [];
  const name = own.slice(0, own.lastIndexOf('@'));
  // A list of vulnerable modules has a module's own name.
  return [name === component.name ? component : { ...component, name, purl: `pkg:npm/${name.replace('@', '%40')}@${component.version}` }];
});
const listed = new Set(kept.map(({ name, version }) => `${name}@${version}`));
const missing = [...new Set(installed.map(({ own }) => own))].filter((own) => !listed.has(own));
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
