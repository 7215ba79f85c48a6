/** The import table of docs/architecture.md as rules. `room(a)` is a path pattern. */
const any = (...rooms) => `^(${rooms.join('|')})/`;
const only = (name, from, allowed) => ({
  name: `${name}-may-import`,
  comment: `${name} may import of ours: ${allowed.length ? allowed.join(', ') : 'nothing'}`,
  severity: 'error',
  from: { path: `^${from}/src`, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^(packages|apps|workers|bench|e2e)/', pathNot: any(from, ...allowed) },
});
const never = (name, from, path) => ({
  name: `${name}-must-not-import`,
  severity: 'error',
  from: { path: `^${from}/src`, pathNot: '\\.test\\.tsx?$' },
  to: { path },
});
/** A folder of the web may import of the web only itself and `below`; its tests too. `app` stands on top of all. */
const layer = (name, below) => ({
  name: `web-${name}-may-import`,
  comment: `${name} may import of the web: ${[name, ...below].join(', ')}`,
  severity: 'error',
  from: { path: `^apps/web/src/${name}/` },
  to: { path: '^apps/web/src/', pathNot: `^apps/web/src/(${[name, ...below].join('|')})(/|$)` },
});
const core =
  '^(node:|assert$|buffer$|child_process$|cluster$|crypto$|dns$|events$|fs$|fs/|http$|http2$|https$|net$|os$|path$|perf_hooks$|process$|stream$|timers$|tls$|url$|util$|v8$|vm$|worker_threads$|zlib$)';

export default {
  forbidden: [
    { name: 'no-circles', comment: 'Type imports count.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-undeclared',
      severity: 'error',
      from: { pathNot: '(node_modules|\\.test\\.tsx?$|\\.config\\.ts$|/test/|^e2e/)' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    only('contracts', 'packages/contracts', []),
    only('wording', 'packages/wording', ['packages/contracts']),
    only('import', 'packages/import', ['packages/contracts', 'packages/wording', 'packages/statistics']),
    only('settings', 'packages/settings', ['packages/contracts', 'packages/wording']),
    only('statistics', 'packages/statistics', ['packages/contracts', 'packages/wording']),
    only('grpc', 'packages/grpc', ['packages/contracts', 'packages/wording']),
    only('engine', 'packages/engine', ['packages/contracts', 'packages/wording', 'packages/statistics', 'packages/grpc']),
    only('postgres', 'packages/postgres', []),
    only('store', 'packages/store', ['packages/contracts', 'packages/wording']),
    only('analysis', 'packages/analysis', [
      'packages/contracts',
      'packages/wording',
      'packages/import',
      'packages/statistics',
      'packages/store',
    ]),
    only('queue', 'packages/queue', []),
    only('testbed', 'packages/testbed', ['packages/postgres']),
    only('api', 'apps/api', [
      'packages/contracts',
      'packages/wording',
      'packages/statistics',
      'packages/analysis',
      'packages/store',
      'packages/queue',
      'packages/settings',
      'packages/import',
      'packages/grpc',
      // The target guard, and nothing that makes load.
      'packages/engine/src/connection',
    ]),
    only('workers', 'workers', [
      'packages/contracts',
      'packages/wording',
      'packages/statistics',
      'packages/engine',
      'packages/analysis',
      'packages/store',
      'packages/queue',
      'packages/settings',
    ]),
    only('web', 'apps/web', ['packages/contracts', 'packages/wording']),
    only('bench', 'bench', ['packages/contracts', 'packages/statistics', 'packages/engine', 'packages/testbed']),
    only('e2e', 'e2e', ['packages/testbed']),
    only('standalone', 'apps/standalone', [
      'packages/postgres',
      'packages/store',
      'packages/queue',
      'packages/settings',
      'apps/api',
      'workers',
    ]),
    {
      name: 'contracts-no-node',
      comment:
        'The bytes of a histogram are compressed: one file of statistics may call zlib, which is pure. One of grpc asks servers for their types.',
      severity: 'error',
      from: {
        path: '^packages/(contracts|wording|settings|import|statistics|grpc)/src',
        pathNot: ['\\.test\\.ts$', '^packages/statistics/src/histogram/histogram-codec\\.ts$', '^packages/grpc/src/ask-server\\.ts$'],
      },
      to: { dependencyTypes: ['core'], path: core },
    },
    {
      name: 'histogram-codec-only-zlib',
      severity: 'error',
      from: { path: '^packages/statistics/src/histogram/histogram-codec\\.ts$' },
      to: { dependencyTypes: ['core'], path: core, pathNot: '^(node:)?zlib$' },
    },
    {
      name: 'web-no-node',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    never('engine', 'packages/engine', 'node_modules/(pg|bullmq|fastify|ioredis)/'),
    never('store', 'packages/store', 'node_modules/(bullmq|fastify)/'),
    never('queue', 'packages/queue', 'node_modules/fastify/'),
    {
      name: 'pg-only-in-store',
      comment: 'SQL of ours stands in store. The others that know pg run no query of the product: they start, seed or host Postgres.',
      severity: 'error',
      from: { path: '^(packages|apps|workers|bench)/', pathNot: '(^packages/(store|postgres|testbed|queue)/|\\.test\\.tsx?$|/test/)' },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    never('api', 'apps/api', 'node_modules/undici/'),
    never('workers', 'workers', 'node_modules/fastify/'),
    {
      name: 'recharts-in-charts-only',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: '^apps/web/src/charts/' },
      to: { path: 'node_modules/recharts/' },
    },
    layer('i18n', []),
    layer('api', []),
    layer('charts', []),
    layer('ui', ['i18n', 'api/client.ts', 'api/random-key.ts', 'charts/types.ts']),
    layer('domain', ['i18n', 'api', 'charts', 'ui']),
    layer('features', ['i18n', 'api', 'charts', 'ui', 'domain']),
    {
      name: 'web-api-knows-contracts-and-wording-only',
      severity: 'error',
      from: { path: '^apps/web/src/api/' },
      to: { path: '^(packages|apps|workers)/', pathNot: '^(packages/(contracts|wording)/|apps/web/src/api/)' },
    },
    {
      name: 'web-features-stay-apart',
      comment: 'What two features share belongs to domain or ui.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'testbed-in-tests-only',
      severity: 'error',
      from: { path: '/src/', pathNot: '(^packages/testbed/|^e2e/|^bench/|\\.test\\.tsx?$)' },
      to: { path: '^packages/testbed/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
