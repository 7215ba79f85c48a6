/**
 * Rules of style sheets, so that no page can change how another looks: a class is written in one sheet only; a component's sheet is a CSS
 * module; the few global sheets are named here; each class that a component asks for exists, and each one that exists is used.
 */

/** Their classes are words that every page writes; `app/mantine.css` dresses the parts of a library. */
const globalSheets: readonly string[] = ['app/base.css', 'app/fonts.css', 'app/mantine.css', 'app/styles.css'];
/** Sheets of `packages/pages` are global, since pages without a script have no modules. */
const isGlobal = (path: string) => path.startsWith('pages/') || globalSheets.includes(path);

export interface SourceFile {
  /** From the folder `src`. */
  readonly path: string;
  readonly text: string;
}

/** A sentence for each rule that is broken; none where all is well. */
export function judgeStyleSheets(files: readonly SourceFile[]): string[] {
  const sheets = files.filter(({ path }) => path.endsWith('.css')).map((file) => ({ ...file, classes: findClasses(file.text) }));
  const modules = sheets.filter(({ path }) => path.endsWith('.module.css'));
  const code = files.filter(({ path }) => /\.tsx?$/.test(path));
  return [
    ...sheets
      .filter(({ path }) => !path.endsWith('.module.css') && !isGlobal(path))
      .map(({ path }) => `${path}: a sheet of a component is a .module.css`),
    ...findShared(sheets),
    ...code.flatMap((file) => findUnknown(file, modules)),
    ...findUnwritten(code, sheets),
    ...modules.flatMap(({ path, classes }) =>
      [...classes].filter((name) => !isUsed(name, path, code)).map((name) => `${path}: .${name} is not used`),
    ),
  ];
}

type Sheet = SourceFile & { readonly classes: ReadonlySet<string> };

function findClasses(css: string): Set<string> {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '');
  const selectors = [...bare.matchAll(/([^{};]+)\{/g)].flatMap(([, selector = '']) => (selector.trim().startsWith('@') ? [] : [selector]));
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)));
}

function findShared(sheets: readonly Sheet[]): string[] {
  const places = new Map<string, string[]>();
  for (const { path, classes } of sheets) for (const name of classes) places.set(name, [...(places.get(name) ?? []), path]);
  return [...places].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `.${name} stands in ${paths.join(' and ')}`);
}

/** The modules that a file imports, each by the name it has there. */
function importedModules({ path, text }: SourceFile): [name: string, module: string][] {
  const folder = new URL(path, 'file:///');
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)].map(([, name = '', from = '']) => [
    name,
    new URL(from, folder).pathname.slice(1),
  ]);
}

function findUnknown(file: SourceFile, modules: readonly Sheet[]): string[] {
  return importedModules(file).flatMap(([name, module]) => {
    const classes = modules.find(({ path }) => path === module)?.classes ?? new Set();
    const asked = [...file.text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, asking = '']) => asking);
    return asked.filter((asking) => !classes.has(asking)).map((asking) => `${file.path}: ${module} has no .${asking}`);
  });
}

/** Words of a `className="…"` that no global sheet has. */
function findUnwritten(code: readonly SourceFile[], sheets: readonly Sheet[]): string[] {
  const words = new Set(sheets.flatMap(({ path, classes }) => (isGlobal(path) ? [...classes] : [])));
  return code.flatMap(({ path, text }) =>
    [...text.matchAll(/className="([^"]*)"/g)]
      .flatMap(([, names = '']) => names.split(' '))
      .filter((name) => name !== '' && !words.has(name))
      .map((name) => `${path}: no global sheet has .${name}`),
  );
}

/** A file that asks by a variable, as in `styles[tone]`, uses them all. */
function isUsed(name: string, module: string, code: readonly SourceFile[]): boolean {
  return code.some((file) =>
    importedModules(file).some(([as, from]) => from === module && new RegExp(`\\b${as}(\\.${name}\\b|\\[)`).test(file.text)),
  );
}
