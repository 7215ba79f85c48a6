/** Names of what the contracts name: states, verdicts, outcomes, settings, metrics, in Chinese. */
import type * as en from '../en/names.ts';
import { nameAll, nameMetrics, timeTerms, verdictTerms } from '../terms.ts';
import type { Translation } from '../words.ts';

export const metric: Translation<typeof en.metricWords> = nameMetrics('head', 'zh');

export const metricFirst: Translation<typeof en.metricFirstWords> = nameMetrics('inside', 'zh');

export const metricShort: Translation<typeof en.metricShortWords> = nameMetrics('inside', 'zh');

export const verdict: Translation<typeof en.verdictWords> = nameAll(verdictTerms, 'head', 'zh');

export const verdictShort: Translation<typeof en.verdictShortWords> = { ...verdict };

export const validity: Translation<typeof en.validityWords> = {
  valid: '有效',
  unwatched: '未监视',
  degraded: '存疑',
  invalid: '无效',
  validWhy: '发压端跟得上负载，且远未达到自身的任何上限。',
  degradedTitle: '测量结果存疑。',
  invalidTitle: '请勿使用这些数据。',
};

export const spokenProtocol: Translation<typeof en.spokenProtocolWords> = {
  http1: 'HTTP/1.1',
  http2: 'HTTP/2',
  grpc: 'gRPC',
  websocket: 'WebSocket',
};

export const runLimit: Translation<typeof en.runLimitWords> = {
  target: '瓶颈在目标：它最多只能承受这么多。',
  connections: '瓶颈在计划的连接数：连接已全部占用，而目标仍有余量。请允许更多连接，以测出它的能力。',
  generator: '瓶颈在发压端，而不在目标：请减少那台机器上的其他工作、增加核数，或再加一个发压端。',
  client: '瓶颈在 HTTP 客户端，而不在目标：请使用 wire 客户端、更多负载线程，或再加一个发压端。',
  network: '瓶颈在网络：发压端通往目标的线路已满。请使用更快的线路或更小的响应。',
  unknown: '瓶颈不明。请监视目标的资源以找出瓶颈。',
};

export const lossyTarget: Translation<typeof en.lossyTargetWords> = {
  refused: '瓶颈在目标：它拒绝了部分负载。',
  unanswered: '瓶颈在目标：它没有响应部分负载。',
};

export const runLimitBrief: Translation<typeof en.runLimitBriefWords> = {
  target: '瓶颈：目标',
  connections: '瓶颈：连接数',
  generator: '瓶颈：发压端',
  client: '瓶颈：HTTP 客户端',
  network: '瓶颈：网络',
};

export const state: Translation<typeof en.stateWords> = {
  active: '正在运行',
  finished: '已结束',
  queued: '排队中',
  starting: '启动中',
  running: '运行中',
  stopping: '停止中',
  completed: '已完成',
  stopped: '已停止',
  auto_stopped: '已自动停止',
  worker_lost: '工作进程丢失',
  generator_lost: '发压端丢失',
  generator_failed: '发压端失败',
  connections_not_closed: '连接未关闭',
  no_figures: '没有数据',
  control_lost: '失去控制',
  start_failed: '无法启动',
  target_refused: '目标被拒绝',
};

export const runFailure: Translation<typeof en.runFailureWords> = {
  unanswered: '没有任何响应',
  unansweredBy: '没有任何响应：{{cause}}',
  allFailed: '全部失败',
  allFailedBy: '全部失败：{{cause}}',
  many: '{{share}} 失败',
  manyOf: '{{state}}，{{share}} 失败',
};

export const outcome: Translation<typeof en.outcomeWords> = {
  timeout: '超时',
  connect_refused: '连接被拒绝',
  connect_timeout: '建连超时',
  reset: '连接被重置',
  closed_early: '连接提前关闭',
  tls: 'TLS 失败',
  dns: '找不到域名',
  protocol: '协议错误',
  refused_by_policy: '被策略拒绝',
  check_failed: '检查未通过',
  cut_off: '被截断',
  no_answer: '无响应',
  response: '有响应',
  rest: '其他',
};

export const setting: Translation<typeof en.settingWords> = {
  keepAlive: '长连接',
  client: 'HTTP 客户端',
  protocol: '协议',
  streams: '每个连接的流数',
  connections: '连接数',
  rate: '每秒请求数',
  pipelining: '管线化',
  maxActiveRequests: '最大在途请求',
  bodyBytes: '请求体大小（字节）',
  url: '目标 URL',
};

export const httpClient: Translation<typeof en.httpClientWords> = { undici: 'undici', wire: '原始套接字' };

export const httpProtocol: Translation<typeof en.httpProtocolWords> = { http1: 'HTTP/1.1', http2: 'HTTP/2', auto: 'ALPN' };

export const streamFormName: Translation<typeof en.streamFormNameWords> = {
  sse: '服务器发送事件（SSE）',
  ndjson: '逐行（JSON、文本）',
  chunks: '按到达的片段',
};

export const experimentKind: Translation<typeof en.experimentKindWords> = {
  ab: 'A/B',
  aa: '噪声基底',
  sweep: '参数扫描',
  capacity: '容量',
};

export const time: Translation<typeof en.timeWords> = nameAll(timeTerms, 'head', 'zh');

export const name: Translation<typeof en.nameWords> = { experimentSide: '{{letter}} 侧', httpStatus: 'HTTP {{status}}' };

export const arm: Translation<typeof en.armWords> = { base: '基准', candidate: '候选' };

export const errorChange: Translation<typeof en.errorChangeWords> = { new: '新出现', gone: '已消失', both: '两侧都有' };

export const requestPlace: Translation<typeof en.requestPlaceWords> = { base: '仅基准有', candidate: '仅候选有' };
