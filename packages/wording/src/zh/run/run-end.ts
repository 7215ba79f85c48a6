/** The ends of runs, by the reasons of their states, in Chinese. */
import type * as en from '../../en/run/run-end.ts';
import type { Translation } from '../../words.ts';

export const runEnd: Translation<typeof en.runEndWords> = {
  dataRowsUsed_other: '全部 {{text}} 行数据都已使用一次。',
  requestsSent_other: '全部 {{text}} 个请求都已发送。',
  stagesDone: '所有阶段都已完成。',
  timeOver: '{{duration}} 的时长已到。',
  timeOverBeforeRequests: '{{duration}} 的时长已到，尚未发完 {{requests}} 个请求。',
  thresholdBroken: '已自动停止：阈值“{{threshold}}”在 {{seconds}} 秒后未通过。',
  onlyConnectionErrors: '已自动停止：连续 {{seconds}} 秒只有连接错误（共 {{errors}} 次）。',
  mostlyErrors: '已自动停止：最近 {{seconds}} 秒内 {{finished}} 个请求中有 {{failed}} 个失败。',
  stoppedBefore: '在开始之前停止：没有发送任何请求。',
  otherStopped: '与同一轮中的另一次运行一起停止：两者同时进行，而那一次提前结束。',
  controlLost: '工作进程 8 秒内无法连到数据库，因此停止了负载。此前的数据保留；没有重新运行。',
  shutDown: '工作进程在运行期间关闭。此前的数据保留。',
  ofGenerator: '发压端 {{number}}/{{of}}：{{reason}}',
  notAllJoined:
    '{{seconds}} 秒后 {{of}} 个发压端中只有 {{came}} 个加入，因此没有发送任何请求：运行绝不会以不足的力量进行。请启动更多工作进程，或等待足够多的工作进程空闲。',
  notAllSetUp:
    '{{seconds}} 秒后 {{of}} 个发压端中只有 {{came}} 个准备就绪，因此没有发送任何请求：运行绝不会以不足的力量进行。请启动更多工作进程，或等待足够多的工作进程空闲。',
  processEnded: '发压端进程意外结束（{{how}}）。',
  processEndedSaying: '发压端进程意外结束（{{how}}）：{{last}}。',
  silent: '发压端 {{seconds}} 秒没有响应，因此被结束。此前的数据保留；没有重新运行。',
  stopUnanswered: '负载已停止。其发压端 {{seconds}} 秒没有响应，因此被结束：最后几秒缺失。',
  generatorFailed: '发压端失败：{{error}}',
  setUpFailed: '负载无法准备：{{error}}',
  samplesNotTaken: '样本无法交付。',
  startedLate: '开始的指令在开始之后 {{late}} ms 才到达。',
  notOverInTime: '运行没有按时自行结束。',
  stopped: '负载已停止。',
  loadControlLost: '因失去控制，负载已停止。',
  threadFailed: '有负载线程失败：{{error}}',
  threadEnded: '有负载线程意外结束。',
  connectionsNotClosed: '连接无法关闭：{{error}}',
  deadlineMissed: '工作进程没有在期限内结束运行，已被放弃。此前的数据保留。',
  workerLost: '发压的工作进程 12 秒没有消息，已丢失。此前的数据保留；没有重新运行。',
  oneWorkerLost: '{{of}} 个发压的工作进程中有一个 12 秒没有消息，已丢失，其余的已停止。此前的数据保留；没有重新运行。',
  notComputed: '{{reason}}无法计算这次运行的数据（{{error}}）。样本保留；没有重新运行。',
};
