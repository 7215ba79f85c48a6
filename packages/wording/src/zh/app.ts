/** Text of what stands behind the sign-in, and of shared pages, in Chinese. */
import type * as en from '../en/app.ts';
import type { Translation } from '../words.ts';

export const policy: Translation<typeof en.policyWords> = { loopback: '本机（回环地址）' };

export const shell: Translation<typeof en.shellWords> = {
  skip: '跳到正文',
  nav: '主导航',
  home: '首页',
  launch: '新建运行',
  runs: '运行',
  plans: '计划',
  experiments: '实验',
  schedules: '定时任务',
  compare: '对比',
  team: '团队',
  find: '查找或执行',
  workers_other: '{{count}} 个工作进程在线',
  account: '账号',
  ownAccount: '账号与密码',
  signOut: '退出登录',
  teamNow: '团队 {{team}}。按下可切换。',
  teams: '你的团队',
  newTeam: '新建团队',
  shortcuts: '键盘快捷键',
  scheme: '配色：{{scheme}}。按下可切换。',
  auto: '跟随系统',
  light: '浅色',
  dark: '深色',
};

export const shortcuts: Translation<typeof en.shortcutsWords> = {
  title: '键盘快捷键',
  palette: '查找运行、计划、页面或操作',
  on: '启用单键快捷键',
  help: '显示本帮助',
  search: '搜索运行',
  newRun: '新建运行',
  home: '前往首页',
  runs: '前往运行列表',
  plans: '前往计划列表',
  experiments: '前往实验列表',
  stop: '5 秒后停止当前画面上的任务',
  down: '列表下一行',
  up: '列表上一行',
  select: '选中该行',
  compare: '对比选中的运行',
  swap: '交换基准与候选',
  run: '按表单内容运行',
  undo: '撤消刚才的删除（10 秒内）',
};

export const load: Translation<typeof en.loadWords> = {
  open: '开放模型，{{peak}}/s，持续 {{length}}',
  openStages_other: '开放模型，{{count}} 个阶段，最高 {{peak}}/s，{{length}}',
  closed_other: '封闭模型，{{connections}} 个连接，{{ends}}',
  closedStages_other: '封闭模型，{{count}} 个阶段，最多 {{peak}} 个连接，{{length}}',
  requests: '{{text}} 个请求',
  requests_calls: '{{text}} 次调用',
  requests_sockets: '共 {{text}} 个连接',
  or: '或',
  unreadable: '无法读取的负载',
  imported: '从 {{tool}} 导入',
  keepAliveOn: '长连接开',
  keepAliveOff: '长连接关',
  warmup: '预热 {{length}}',
};

export const home: Translation<typeof en.homeWords> = {
  title: '首页',
  running: '正在运行',
  latest: '最近的运行',
  all: '全部运行',
  allPlans: '全部计划',
  emptyTitle: '还没有运行',
  emptyText: '你的运行会显示在这里。内置的演示目标无需任何准备，按下“运行”即可。',
  emptyAction: '试试演示目标',
  stopRun: '停止 {{name}}',
  shape: '最近 {{count}} 次运行的 {{metric}}',
};

export const stopping: Translation<typeof en.stoppingWords> = {
  in: '{{seconds}} 秒后停止',
  spoken: '五秒后停止。按 Esc 键可让它继续运行。',
  keep: '继续运行',
};

export const queue: Translation<typeof en.queueWords> = {
  title: '队列',
  position: '第 {{position}} 位',
  experiment: '实验',
  nextRun: '它的下一次运行正在等待。',
  about: '约 {{time}}',
  cancel: '取消',
  cancelOne: '取消 {{name}}',
  cancelled: '已取消 {{name}}。',
  place: '在队列中排第 {{position}} 位。',
  expected: '预计约 {{time}} 开始。',
};

export const launching: Translation<typeof en.launchingWords> = {
  line: '第 {{line}} 行',
  protocols: { http1: 'HTTP/1.1', http2: 'HTTP/2', auto: '支持时用 HTTP/2', grpc: 'gRPC', websocket: 'WebSocket' },
  run: '运行',
};

export const progress: Translation<typeof en.progressWords> = {
  label: '进度',
  queued: '正在等待工作进程',
  starting: '发压端正在启动',
  firstSecond: '正在等待第一秒',
  running: '运行中',
  warmingUp: '预热中',
  ramping: '阶段 {{at}}/{{of}} · 正在调整到 {{to}}',
  holding: '阶段 {{at}}/{{of}} · 保持 {{to}}',
  of: '{{elapsed}} / {{total}}',
  left: '还剩 {{left}}',
};

export const runAction: Translation<typeof en.runActionWords> = { stop: '停止', share: '分享' };

export const runs: Translation<typeof en.runsWords> = {
  title: '运行',
  run: '运行',
  state: '状态',
  rate: '速率',
  errors: '错误',
  thresholds: '阈值',
  when: '时间',
  api: 'API',
  held: '{{of}} 项全部通过',
  broken: '{{failed}}/{{of}} 未通过',
  okRate: '正常 {{rate}}',
  load: '负载',
  tags: '标签',
  requests: '请求',
  person: '发起人',
  columns: '列',
  views: '视图',
  noViews: '视图是筛选条件和列，按名称为你的团队保存。',
  keepView: '此视图的名称',
  keep: '保存',
  viewKept: '已保存“{{name}}”。',
  viewRemoved: '已移除“{{name}}”。',
  removeView: '移除视图 {{name}}',
  select: '选择',
  selectRun: '选择 {{name}}',
  search: '搜索运行',
  searchHint: '搜索名称、目标、标签  /',
  filterState: '状态',
  anyState: '任意状态',
  filterPlan: '计划',
  anyPlan: '任意计划',
  filterPerson: '人员',
  anyPerson: '所有人',
  filterStamp: '有效性',
  anyStamp: '任意有效性',
  filterTag: '标签',
  tagHint: '标签名称:值',
  removeTag: '移除筛选条件 {{tag}}',
  newest: '最新',
  older: '更早',
  selection: '已选运行',
  selected_other: '已选 {{count}} 项',
  oneMore: '请再选一个，最多五个。',
  compare: '对比',
  clearSelection: '清除',
  noMatch: '没有匹配的运行',
  noMatchText: '请更改或清除筛选条件。',
  clear: '清除筛选',
  import: '导入结果',
};

const publicText: Translation<typeof en.publicWords> = {
  title: '已分享',
  frozen: '冻结于 {{made}} · 链接有效至 {{until}}',
  sample: '示例 · Plimsoll 的作者于 {{made}} 在其演示目标上测得',
  goneTitle: '此链接无效',
  goneText: '它从未存在、已过期或已被撤销。请向发送者索取新的链接。',
  inSequence_other: '依次 {{count}} 个请求',
  byWeight_other: '按权重 {{count}} 个请求',
  weight: '权重 {{weight}}',
  versions: 'Plimsoll {{plimsoll}} · Node.js {{node}} · {{client}} · {{cpu}}，{{cores}} 核',
};

export const plans: Translation<typeof en.plansWords> = {
  title: '计划',
  plan: '计划',
  runCount: '运行',
  lastRun: '最近一次运行',
  actions: '操作',
  new: '新建计划',
  edit: '编辑',
  runs_other: '{{count}} 次运行',
  moreRuns: '超过 {{runs}} 次运行',
  runPlan: '运行 {{name}}',
  editPlan: '编辑 {{name}}',
  deletePlan: '删除 {{name}}',
  deleted: '已删除“{{name}}”及其基线和趋势。它的运行会保留。',
  emptyTitle: '还没有计划',
  emptyText: '把一次运行的设置保存为计划，就可以再次运行并长期跟踪。',
};

export { publicText as public };
