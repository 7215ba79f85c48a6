/** The reasons why loads wait, in Chinese. */
import type * as en from '../../en/team/queue.ts';
import type { Translation } from '../../words.ts';

export const waitsFor: Translation<typeof en.waitsForWords> = {
  noWorker: '没有工作进程在线：请启动一个。',
  allDrain: '在线的工作进程都不接新任务：请启动一个，或让其中一个重新接任务。',
  noWorkerOfPool: '没有带标签“{{label}}”且接任务的工作进程在线：请启动一个。',
  tooFewOfPool_other: '需要同时有 {{needed}} 个带标签“{{label}}”的工作进程，目前 {{count}} 个在线。',
  tooFewWorkers_other: '需要同时有 {{needed}} 个工作进程，目前 {{count}} 个在线。',
  workersComing: '它的工作进程正在启动：{{needed}} 个中已有 {{online}} 个在线。这可能需要 {{length}}。',
  workersLate:
    '它的工作进程本应在 {{length}} 内就绪，{{needed}} 个中只有 {{online}} 个在线。请查看它的池是否在伸缩，手动启动工作进程，或取消它。',
  workerGone: '它的工作进程已不在：几秒内会有另一个接手。',
  behindExperiment: '等待同一人的实验“{{name}}”',
  cap: '团队有 {{loads}}正在进行，上限是 {{cap}}',
  held: '本实例的所有者暂停了全部负载。',
  capOf: {
    person: '发起者在所有团队中的任务数已达到一个人的上限。',
    installation: '本实例正在进行的任务已达上限。',
    target: '其他任务对它的目标发送的负载已达上限。',
  },
  soon: '马上开始。',
  only: '{{reason}}。',
  andAhead: '{{reason}}；{{ahead}}。',
  loads_other: '{{count}} 个任务',
  goFirst_other: '{{count}} 个任务先进行',
  othersGoFirst_other: '其他团队的 {{count}} 个任务先进行',
  someOthersGoFirst_other: '{{count}} 个任务先进行，其中 {{others}} 个属于其他团队',
  until: '直到约 {{time}}',
  untilUtc: '直到约 UTC {{time}}',
  openEnd: '结束时间未知',
  pinnedBusy: '负责这个实验的工作进程正忙，{{until}}',
  crewBusy: '负责这个实验的工作进程中有一个正忙，{{until}}',
  tooManyBusy: '需要同时有 {{needed}} 个工作进程，而 {{workers}} 个中忙的太多，{{until}}',
  poolBusy_other: '{{count}} 个带标签“{{label}}”的工作进程都忙，{{until}}',
  oneBusy: '一个工作进程，正忙，{{until}}',
  twoBusy: '两个工作进程都忙，{{until}}',
  allBusy: '{{workers}} 个工作进程都忙，{{until}}',
};
