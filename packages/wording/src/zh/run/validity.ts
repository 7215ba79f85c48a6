/** The reasons to read a run's figures with care, in Chinese. */
import type * as en from '../../en/run/validity.ts';
import type { Translation } from '../../words.ts';

export const validityReason: Translation<typeof en.validityReasonWords> = {
  nothing: '没有测得任何数据：什么也没有发送。',
  nothingAfterWarmup: '没有测得任何数据：预热之后什么也没有发送。',
  unanswered: '没有任何响应：全部 {{requests}} 次尝试都在建立连接之前结束（{{outcomes}}）。请检查目标是否在运行，以及地址和端口是否正确。',
  shortfallStrained: '第 {{from}} 至 {{to}} 秒只发送了计划负载的 {{share}}（{{planned}} 中的 {{sent}}）。发压端自身时间不够，跟不上。',
  shortfallFree: '第 {{from}} 至 {{to}} 秒只发送了计划负载的 {{share}}（{{planned}} 中的 {{sent}}）。连接有空闲，说明是发压端自身跟不上。',
  late: '发压端有延误（p99 {{lateness}}）。连接有空闲，而上限是 {{limit}}。',
  lateInSome: '发压端在 {{of}} 秒中有 {{free}} 秒延误（p99 {{lateness}}）。其间连接有空闲，而上限是 {{limit}}。',
  loopIsTheLimit: '瓶颈在发压端，而不在目标：其事件循环最高 {{share}} 繁忙（{{of}} 秒中有 {{seconds}} 秒超过 {{limit}}）。',
  clientIsTheLimit:
    '瓶颈在 HTTP 客户端（{{client}}），而不在目标：其事件循环最高 {{share}} 繁忙（{{of}} 秒中有 {{seconds}} 秒超过 {{limit}}）。',
  loopBusy: '发压端的事件循环最高 {{share}} 繁忙（{{of}} 秒中有 {{seconds}} 秒超过 {{limit}}）。',
  cpu: '发压端最高使用了其 CPU 的 {{share}}（{{of}} 秒中有 {{seconds}} 秒超过 {{limit}}）。',
  loopHeldUp: '发压端的事件循环受阻：p99 延迟最高 {{delay}}（{{of}} 秒中有 {{seconds}} 秒超过 {{limit}}）。',
  otherWork: '这台机器上的其他工作占用了 {{share}} 的核，因此发压端不得不等待。请停止它，然后再次运行。',
  throttled: '发压端的 CPU 配额在 {{of}} 秒中有 {{seconds}} 秒用完。',
  missing: '{{of}} 秒中缺少 {{missing}} 秒（{{seconds}}），所有数据都不含它们。',
  partial: '{{of}} 秒中有 {{missing}} 秒缺少某个发压端的样本（{{seconds}}）：那里的所有数据都不含它的份额。',
  clock: '发压端的时钟在第 {{second}} 秒跳变了 {{jump}}；时间以单调时钟测量，时间戳可能有偏差。',
  imported: '这次负载由其他工具（{{tool}}）产生：没有监视其发压端。',
  workerLost: '工作进程已丢失：最后一两秒可能缺失。',
  generatorLost_other: '{{text}} 个发压端在其负载结束之前就结束了：它那部分负载的最后一两秒可能缺失，其余发压端在停止之前继续发压。',
  generatorOfRegionLost_other:
    '区域“{{region}}”的 {{text}} 个发压端在其负载结束之前就结束了：它那部分负载的最后一两秒可能缺失，其余发压端在停止之前继续发压。',
  workersOfRegionsLost_other: '区域{{regions}}的工作进程已丢失：它那部分负载的最后一两秒可能缺失，其余工作进程在停止之前继续发压。',
  connectionsNotClosed: '负载结束后，其连接无法关闭，仍在进行的其余负载随之停止。它的数据没有缺少任何一秒。',
  connectionsOfRegionNotClosed: '区域“{{region}}”的负载结束后，其连接无法关闭，仍在进行的其余负载随之停止。它的数据没有缺少任何一秒。',
  unfit: '其发压端不适合测量。',
};

export const remedyAdvice: Translation<typeof en.remedyAdviceWords> = {
  furtherWith: '要更进一步，请{{remedies}}运行。',
  wire: '用原始套接字（connection.client: wire）',
  threads: '用更多负载线程（PLIMSOLL_THREADS）',
  generators: '再加一个发压端（generators: {{generators}}）',
  connections: '用更多连接',
};
