/** Text of the team page, in Chinese. */
import type * as en from '../../en/team/team.ts';
import type { Translation } from '../../words.ts';

export const team: Translation<typeof en.teamWords> = {
  title: '团队',
  nav: '团队的页面',
  pages: { keys: '密钥与限制', members: '成员', storage: '存储', notifications: '通知', workers: '工作进程', audit: '审计日志' },
  role: { owner: '所有者', admin: '管理员', editor: '编辑者', viewer: '查看者' },
  limits: '此安装的限制',
  version: '版本',
  demoOnly: '仅内置的演示目标',
  verified: '团队证明归自己所有的公网主机',
  openLab: '除云元数据外的任何目标（open lab）',
  concurrent: '同时运行数',
  ofPerson: '一个人在所有团队中的运行数',
  inAll: '所有团队的运行数',
  experiments: '等待或进行中的实验数',
  rate: '一次运行的速率',
  rateOfTarget: '所有运行对一台主机的总速率',
  connections: '一次运行的连接数',
  connectionsOfTarget: '所有运行对一台主机的总连接数',
  duration: '一次运行的时长',
};

export const notAllowed: Translation<typeof en.notAllowedWords> = {
  title: '你的角色不允许此操作',
  text: '你在团队 {{team}} 中是{{role}}。团队的所有者或管理员可以在“成员”页面更改你的角色。',
};

export const targets: Translation<typeof en.targetsWords> = {
  title: '目标',
  permitted: '本实例的运维者允许：{{list}}。',
  fixed: '其他目标需要运维者设置 PLIMSOLL_TARGETS。',
  none: '团队没有自己的列表，因此可以对以上全部施压。第一条会缩小范围。',
  narrowed: '团队只能对以下条目施压，以及在运维者允许时对本机（回环地址）施压。',
  entry: '主机、地址或网段',
  add: '允许',
  remove: '移除',
  removeOne: '移除 {{target}}',
  lastAsk: '移除最后一个目标？',
  lastAskText: '没有自己的列表时，团队可以对运维者允许的任何目标施压。',
};

export const traces: Translation<typeof en.tracesWords> = {
  title: '跟踪',
  intro: '带 tracing 的计划会在一部分请求上发送 traceparent。其运行页面把其中最慢的链接到这个地址。',
  address: '跟踪的地址，含 {traceId}',
  save: '保存',
  none: '尚无地址。',
};

export const hosts: Translation<typeof en.hostsWords> = {
  title: '你自己的主机',
  intro: '证明归你所有的公网主机可以施压。每次运行前都会再次查找证明。',
  none: '还没有主机。',
  name: '公网主机',
  add: '添加主机',
  check: '立即检查',
  checkOne: '立即检查 {{host}}',
  remove: '移除',
  removeOne: '移除 {{host}}',
  removeAsk: '移除 {{host}}？',
  removeText: '此后任何运行都不能对它施压。重新添加需要新的证明。',
  state: { waiting: '尚未证明', proven: '已证明', lost: '找不到证明' },
  provenBy: { file: '最近一次通过文件找到：', dns: '最近一次通过 DNS 记录找到：' },
  how: '如何证明',
  byFile: '在主机上放置文件：',
  byRecord: '或在其 DNS 中添加 TXT 记录：',
  copyPlace: '复制位置',
  copyContent: '复制内容',
  stay: '请一直保留：主机失去证明后，运行会被拒绝。不跟随重定向。',
};

export const teamStop: Translation<typeof en.teamStopWords> = {
  title: '团队的全部负载',
  text: '结束团队的所有运行和实验，无论由谁发起。新的可以立即开始。',
  stop: '停止团队的全部任务',
  ask: '停止团队的全部负载？',
  askText: '团队的所有运行和实验会在几秒内结束，并保留已测得的数据。等待中的任务离开队列。',
  stopped: '已停止：运行 {{runs}}，实验 {{experiments}}。',
};

export const killSwitch: Translation<typeof en.killSwitchWords> = {
  title: '本实例的全部负载',
  text: '你是本实例的所有者。维护时可以禁止开始新任务；紧急时还可以停止所有团队的全部运行和实验。',
  hold: '暂停新任务',
  holdAsk: '暂停所有团队的新任务？',
  holdAskText: '进行中的任务会运行到结束。等待中的任务保留位置，在你放行之前不会开始。',
  nowHeld: '在你放行之前，不会开始任何任务。',
  stop: '全部停止',
  stopAsk: '停止所有团队的全部负载？',
  stopAskText: '所有运行和实验会在几秒内结束，并保留已测得的数据。在你放行之前，不会开始任何任务。',
  stopped: '已停止：运行 {{runs}}，实验 {{experiments}}。在你放行之前，不会开始任何任务。',
  held: '{{by}} 自 {{since}} 起暂停了全部负载。放行之前不会开始任何任务。',
  somebody: '一个已不存在的账号',
  release: '重新放行',
};

export const tokens: Translation<typeof en.tokensWords> = {
  title: 'API 令牌',
  intro: '供程序使用，以“Authorization: Bearer plm_…”发送。撤销一个令牌，也会撤销由它创建的令牌。',
  name: '令牌名称',
  scope: '权限',
  scopes: { read: '读取', run: '读取和运行', write: '完全访问', resources: '仅发送目标资源' },
  budget: {
    title: '预算',
    has: '设定预算，供助手使用（MCP）',
    why: '没有预算时，助手只能读取，不能发起负载。有预算时，用这个令牌发起的每个负载都受其限制。',
    hosts: '可以压测的主机',
    hostsHint: '主机名、地址或网段，以逗号分隔。',
    plans: '可以发起的已保存计划',
    plansHint: '按保存的内容运行；令牌不能修改它们。',
    rate: '每秒最多请求数',
    minutes: '每天分钟数（UTC）',
    plansNamed_other: '{{count}} 个计划',
    use: '预算：今天已用 {{used}} / {{all}} 分钟，最多 {{rate}}，目标：{{targets}}',
  },
  create: '创建令牌',
  once: '请现在复制：它只显示这一次。',
  copy: '复制令牌',
  none: '还没有令牌。',
  used: '{{ago}}使用',
  unused: '从未使用',
  revokedOn: '{{day}} 撤销',
  revokeOne: '撤销 {{name}}',
};
