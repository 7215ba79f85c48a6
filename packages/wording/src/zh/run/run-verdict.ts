/** The verdict that leads a finished run, in Chinese. */
import type * as en from '../../en/run/run-verdict.ts';
import type { Translation } from '../../words.ts';

export const runVerdict: Translation<typeof en.runVerdictWords> = {
  requests_other: '{{text}} 个请求',
  calls_other: '{{text}} 次调用',
  sockets_other: '{{text}} 个连接',
  amount: '{{length}} 内 {{requests}}。',
  figures: '{{length}} 内 {{requests}}，{{rate}}{{time}}，{{errors}}。',
  shortOfPlan_calls: '正常响应 {{goodput}}，计划调用中 {{dropped}} 未发送：{{length}} 内 {{requests}}{{time}}，{{errors}}。',
  shortOfPlan: '正常响应 {{goodput}}，计划请求中 {{dropped}} 未发送：{{length}} 内 {{requests}}{{time}}，{{errors}}。',
  shortOfPlan_sockets: '正常结束 {{goodput}}，计划连接中 {{dropped}} 未建立：{{length}} 内 {{requests}}{{time}}，{{errors}}。',
  manyFailed: '正常 {{goodput}}，失败 {{failed}}：{{length}} 内 {{requests}}{{time}}{{share}}。',
  share: '，{{share}} 错误',
  time: '，{{metric}} {{time}}',
  timeOfSent: '，已发送请求的 {{metric}} {{time}}',
  unanswered: '{{length}} 内 {{requests}}，没有任何响应。',
  redirects: '{{share}} 的响应是重定向（{{status}}）：没有测量它们指向的地址。请让计划直接指向那个地址。',
  redirectsTo: '{{share}} 的响应是重定向（{{status}} 到 {{location}}），不会跟随：没有测量它们指向的地址。请让计划直接指向那个地址。',
  noErrors: '无错误',
  errors: '{{share}} 错误',
  nothing: '什么都没有完成。',
  onlyFailed: '阈值未通过。',
  failed: '{{of}} 个阈值中 {{failed}} 个未通过。',
  onlyPasses: '阈值通过。',
  bothPass: '两个阈值都通过。',
  allPass: '全部 {{of}} 个阈值通过。',
  ended: '{{state}}。',
};

export const failureAdvice: Translation<typeof en.failureAdviceWords> = {
  connect_refused: '请检查目标是否在运行，以及地址和端口是否正确。',
  connect_timeout: '请检查地址，以及工作进程与目标之间是否有防火墙。',
  dns: '请检查主机名：工作进程无法解析它。',
  tls: '请检查目标在这个端口是否使用 TLS，以及证书是否有效。',
  timeout: '请手动发送一个请求。如果有响应，请减少负载或延长超时。',
  reset: '请查看目标的日志：是它关闭了连接。',
  closed_early: '请查看目标的日志：是它关闭了连接。若该端口使用 TLS，请让 URL 以 https 开头。',
  protocol: '请检查目标在这个端口使用哪种协议。',
  refused_by_policy: '请管理员在团队设置中允许这个目标。',
  status401: '请检查计划的凭据。',
  status403: '请检查计划的凭据。',
  status404: '请检查 URL 的路径。',
  status429: '目标限制了速率：请减少负载。',
  status503: '目标拒绝了负载：请减少负载，或查看它的日志。',
  rest: '请查看错误示例，了解目标的回应。',
};
