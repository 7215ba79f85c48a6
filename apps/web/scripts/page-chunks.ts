/** Says which of our modules are fetched together: those that the same pages need. */

/** The part of Vite's knowledge of modules that this asks for. */
export interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

/** Libraries whose first module brings all of them: the bundler knows which parts are used. */
const barrels = /node_modules[\\/](?:@mantine|@tabler|@tanstack|recharts|@codemirror|yaml)/;
const src = new URL('../src/', import.meta.url);
/** The first modules of each family of pages, and of the way to them. */
const pages = {
  stranger: ['features/sign-in/sign-in-page.tsx'],
  app: ['app/app.tsx'],
  shell: ['app/shell.tsx'],
  home: ['features/home/home-page.tsx'],
  other: [
    'features/history/history-page.tsx',
    'features/plans/plans-page.tsx',
    'features/plans/plan-page.tsx',
    'features/experiment/experiments-page.tsx',
    'features/team/team-page.tsx',
    'features/team/members/members-page.tsx',
    'features/team/workers/workers-page.tsx',
    'features/team/audit/audit-page.tsx',
    'features/team/storage/storage-page.tsx',
    'features/person/person-page.tsx',
  ],
  form: ['features/launch/launch-page.tsx'],
  system: ['../../../packages/contracts/src/installation/system.ts'],
  run: ['app/run-route.tsx'],
  compare: ['app/compare-route.tsx'],
} as const;
type Page = keyof typeof pages;

/** The little of the libraries that nearly every page needs, and what forms stand on. */
const libraries = [
  ['first', /@tabler.*(?:createReactComponent|defaultAttributes|IconAlertTriangle|IconInfoCircle)|components[\\/](?:Anchor|Text)[\\/]/],
  [
    'app',
    /@tanstack[\\/](?:router|react-router|history|store|react-store|query|react-query)|zod|@tabler.*[\\/]icons-react\.|use-sync-external-store/,
  ],
  ['forms', /@mantine[\\/]form|klona|fast-deep-equal/],
  [
    'parts',
    /@tanstack|tinykeys|components[\\/]Skeleton|use-(?:mantine-)?color-scheme|use-media-query|[\\/]noop|DirectionProvider|create-safe-context/,
  ],
] as const;
/** Charts are fetched when they are drawn, on whatever page: what one of them needs must not wait for the parts of another page. */
const ofCharts = /web[\\/]src[\\/]charts[\\/]/;
/** Not for pages that happen to share it. */
const later = /charts[\\/]|yaml|qr-code|qrcode|[\\/](?:calls|story)[\\/]/;

/** An icon's own module: its library's first module brings all of them, so the pages that name it need it. */
const icon = /@tabler.*[\\/]icons[\\/](Icon\w+)\.\w+$/;
const iconNames = /\bIcon[A-Z]\w*/g;

const needs = new Map<Page, Set<string>>();

function modulesOf(page: Page, graph: Graph): Set<string> {
  const known = needs.get(page);
  if (known) return known;
  const found = new Set<string>();
  const follow = (id: string): void => {
    if (found.has(id) || barrels.test(id)) return;
    found.add(id);
    const info = graph.getModuleInfo(id);
    for (const [name] of info?.code?.matchAll(iconNames) ?? []) found.add(name);
    for (const next of info?.importedIds ?? []) follow(next);
  };
  for (const path of pages[page]) {
    const { pathname } = new URL(path, src);
    if (!graph.getModuleInfo(pathname)) throw new Error(`page-chunks.ts names ${path}, which is no module of the web.`);
    follow(pathname);
  }
  needs.set(page, found);
  return found;
}

/**
 * The file that a module goes into; null: the bundler chooses. A module is needed wherever one that imports it is: so a file that many
 * pages need waits for none that fewer need.
 */
export function fileOf(id: string, graph: Graph): string | null {
  const library = libraries.find(([, test]) => test.test(id));
  if (library) return library[0];
  const iconName = icon.exec(id)?.[1];
  if (iconName === undefined && barrels.test(id)) return null;
  const by = (page: Page) => modulesOf(page, graph).has(iconName ?? id);
  const isAnywhere =
    (['stranger', 'app', 'shell', 'home'] as const).some(by) || (by('other') && (['form', 'run', 'compare'] as const).some(by));
  if (iconName !== undefined && isAnywhere) return 'app';
  if (by('stranger')) {
    if ((['app', 'shell', 'home', 'run', 'compare'] as const).some(by)) return 'first';
    return by('form') ? 'forms' : 'way-in';
  }
  if (by('app')) return 'app';
  if (by('shell') || (by('home') && by('form'))) return 'parts';
  if (by('system')) return 'system';
  const [run, compare] = [by('run'), by('compare')];
  if (by('home')) return 'lists';
  if (by('form')) return run || compare ? 'fields' : 'plan-form';
  if (run) return compare || ofCharts.test(id) ? 'results' : 'run-parts';
  if (compare) return 'compare-parts';
  if (by('other')) return later.test(id) ? null : 'rest';
  // Named by parts that are fetched when they are opened: a file for each would be a request for half a kilobyte.
  return iconName === undefined ? null : 'app';
}
