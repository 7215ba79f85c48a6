/**
 * The product in Simplified Chinese, catalogue by catalogue as `en` has them: a text that is missing does not compile.
 *
 * One noun has one word: run 运行, plan 计划, experiment 实验, comparison 对比, base 基准, candidate 候选, baseline 基线, variant 变体, arm 对照项,
 * verdict 结论, undecided 未定, interval 置信区间, noise 噪声, threshold 阈值, check 检查, share 分享, worker 工作进程, generator 发压端, target 目标,
 * load 负载 (to load: 压测; a load that waits: 任务), open and closed load 开放模型 and 封闭模型, stage 阶段, warm-up 预热, throughput 吞吐量, goodput 有效吞吐量,
 * latency 延迟, lateness 延误, response time 响应时间, service time 服务时间, dropped 丢弃, in flight 在途, keep-alive 长连接, pipelining 管线化,
 * stream 流, knee 拐点, capacity 容量, sweep 扫描, sample 样本, installation 实例, operator 运维者, owner 所有者, admin 管理员, editor 编辑者,
 * viewer 查看者, token 令牌, badge 徽章. Percentiles (p99), units, names of tools and a plan's fields stay as they are.
 */
import type { WholeLanguage } from '../whole-language.ts';
import * as app from './app.ts';
import * as chart from './chart.ts';
import * as arms from './comparison/arms.ts';
import * as claims from './comparison/claims.ts';
import * as comparison from './comparison/comparison.ts';
import * as design from './comparison/design.ts';
import * as experiment from './comparison/experiment.ts';
import * as field from './comparison/field.ts';
import * as tooShort from './comparison/too-short.ts';
import * as verdict from './comparison/verdict.ts';
import * as exported from './export.ts';
import * as list from './list.ts';
import * as main from './main.ts';
import * as names from './names.ts';
import * as palette from './palette.ts';
import * as planCallForm from './plan/call-form.ts';
import * as planForm from './plan/form.ts';
import * as planGrpcRefusal from './plan/grpc-refusal.ts';
import * as planImport from './plan/import.ts';
import * as planLaunch from './plan/launch.ts';
import * as planLaunchForm from './plan/launch-form.ts';
import * as planOverCap from './plan/over-cap.ts';
import * as planPaste from './plan/paste.ts';
import * as planProblem from './plan/problem.ts';
import * as planRefusal from './plan/refusal.ts';
import * as planRequest from './plan/request.ts';
import * as planSendOne from './plan/send-one.ts';
import * as planSetting from './plan/setting.ts';
import * as planShape from './plan/shape.ts';
import * as planSocketForm from './plan/socket-form.ts';
import * as planStreamForm from './plan/stream-form.ts';
import * as planTracingForm from './plan/tracing-form.ts';
import * as runCalls from './run/calls.ts';
import * as runFailure from './run/failure.ts';
import * as runFewSamples from './run/few-samples.ts';
import * as runLatency from './run/latency.ts';
import * as runLive from './run/live.ts';
import * as runRegion from './run/region.ts';
import * as runRegionName from './run/region-name.ts';
import * as runRequestFailure from './run/request-failure.ts';
import * as runResults from './run/results.ts';
import * as run from './run/run.ts';
import * as runEnd from './run/run-end.ts';
import * as runVerdict from './run/run-verdict.ts';
import * as runStory from './run/story.ts';
import * as runStreams from './run/streams.ts';
import * as runTarget from './run/target.ts';
import * as runUnreadable from './run/unreadable.ts';
import * as runValidity from './run/validity.ts';
import * as runWindow from './run/window.ts';
import * as sample from './sample.ts';
import * as search from './search.ts';
import * as share from './share.ts';
import * as shared from './shared.ts';
import * as teamAccount from './team/account.ts';
import * as teamAudit from './team/audit.ts';
import * as teamDevice from './team/device.ts';
import * as teamFewWorkers from './team/few-workers.ts';
import * as teamJoin from './team/join.ts';
import * as teamMail from './team/mail.ts';
import * as teamMembers from './team/members.ts';
import * as teamNotifications from './team/notifications.ts';
import * as teamPerson from './team/person.ts';
import * as teamQueue from './team/queue.ts';
import * as teamSchedule from './team/schedule.ts';
import * as teamSignIn from './team/sign-in.ts';
import * as teamStorage from './team/storage.ts';
import * as team from './team/team.ts';
import * as teamTelling from './team/telling.ts';
import * as teamTwoFactor from './team/two-factor.ts';
import * as teamWorkers from './team/workers.ts';
import * as trouble from './trouble.ts';

export const chinese: WholeLanguage = {
  ...app,
  ...chart,
  ...arms,
  ...claims,
  ...comparison,
  ...design,
  ...experiment,
  ...field,
  ...tooShort,
  ...verdict,
  ...exported,
  ...list,
  ...main,
  ...names,
  ...palette,
  ...planCallForm,
  ...planSocketForm,
  ...planForm,
  ...planGrpcRefusal,
  ...planImport,
  ...planLaunch,
  ...planLaunchForm,
  ...planOverCap,
  ...planPaste,
  ...planProblem,
  ...planRefusal,
  ...planRequest,
  ...planSendOne,
  ...planSetting,
  ...planShape,
  ...planStreamForm,
  ...planTracingForm,
  ...runCalls,
  ...runFailure,
  ...runFewSamples,
  ...runLatency,
  ...runLive,
  ...runRequestFailure,
  ...runResults,
  ...runEnd,
  ...runVerdict,
  ...run,
  ...runStory,
  ...runRegion,
  ...runRegionName,
  ...runStreams,
  ...runTarget,
  ...runUnreadable,
  ...runValidity,
  ...runWindow,
  ...sample,
  ...search,
  ...share,
  ...shared,
  ...teamAccount,
  ...teamAudit,
  ...teamDevice,
  ...teamFewWorkers,
  ...teamJoin,
  ...teamMail,
  ...teamMembers,
  ...teamNotifications,
  ...teamPerson,
  ...teamQueue,
  ...teamSchedule,
  ...teamSignIn,
  ...teamStorage,
  ...team,
  ...teamTelling,
  ...teamTwoFactor,
  ...teamWorkers,
  ...trouble,
};
