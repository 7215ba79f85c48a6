/** Every route of the API, one list. */
import type { FastifyInstance } from 'fastify';
import { acceptInvitation } from './account/accept-invitation-route.ts';
import { breakGlass } from './account/break-glass-route.ts';
import { askDeviceCode, askDeviceToken, decideDevice, lookAtDevice } from './account/device-routes.ts';
import { changeEmail } from './account/email-route.ts';
import { invite, readInvitations, readOpenInvitation, removeInvitation } from './account/invitation-routes.ts';
import { chooseOwnLanguage } from './account/language-route.ts';
import { changeMember, readMembers, removeMember } from './account/member-routes.ts';
import { endOwnSession, readOwnSessions } from './account/own-session-routes.ts';
import { addPasskey, lookAfterPasskeys, signInByPasskey } from './account/passkey-routes.ts';
import { askPasswordReset, createPasswordReset, usePasswordReset } from './account/password-reset-routes.ts';
import { changePassword } from './account/password-route.ts';
import { endByProvider } from './account/provider-logout-route.ts';
import { finishProviderSignIn, startProviderSignIn } from './account/provider-sign-in-routes.ts';
import { chooseCurrentTeam, readSession } from './account/session-routes.ts';
import { readSetup, setup } from './account/setup-routes.ts';
import { secondStep, signIn, signOut, signUp } from './account/sign-in-route.ts';
import { createOwnTeam, readOwnTeams } from './account/team-routes.ts';
import { createToken, readOwnToken, readTokens, removeToken } from './account/token-routes.ts';
import { confirmTwoFactor, renewRecoveryCodes, startTwoFactor, switchOffTwoFactor, turnOffTwoFactor } from './account/two-factor-routes.ts';
import { exportAuditLog, readAuditLog } from './audit/audit-routes.ts';
import { compareByUrl, createComparison, listTeamComparisons, readComparison } from './comparison/comparison-routes.ts';
import { exportComparisonByUrl, exportStoredComparison } from './comparison/export-comparison-routes.ts';
import type { ApiContext } from './context.ts';
import {
  createExperiment,
  listTeamExperiments,
  readExperiment,
  readExperimentProgress,
  stopExperiment,
} from './experiments/experiment-routes.ts';
import { addMoreRepeats } from './experiments/more-repeats-route.ts';
import { readCeiling, readExperimentCourse, readPower } from './experiments/power-routes.ts';
import { downloadTeamExport, makeTeamExports, readTeamExports, removeOneTeamExport } from './exports/team-export-routes.ts';
import { describeGrpc } from './grpc/describe-grpc-route.ts';
import { createPlanHook, readPlanHooks, removePlanHook, useHook } from './hooks/hook-routes.ts';
import type { Route } from './http/schema.ts';
import { importCommandAsPlan } from './import/import-command-route.ts';
import { importResultAsRun } from './import/import-result-route.ts';
import { downloadImportedFile } from './import/imported-file-route.ts';
import { live } from './live/live-route.ts';
import { mcp } from './mcp/mcp-routes.ts';
import { readBadge, readBadgeState, turnOffBadge, turnOnBadge } from './plans/badge-routes.ts';
import { pinBaseline, readTrend } from './plans/baseline-routes.ts';
import { createPlan, listTeamPlans, readPlan, removePlan, replacePlan } from './plans/plan-routes.ts';
import { planSchemaFile } from './plans/plan-schema-route.ts';
import { sendOneRequest } from './plans/send-one-route.ts';
import { readTeamQueue } from './queue/queue-route.ts';
import { readRunResources, takeAgentResources, uploadRunResources } from './resources/resource-routes.ts';
import { createRun } from './runs/create-run-route.ts';
import { exportRun } from './runs/export-run-route.ts';
import { figureRoutes } from './runs/figure-routes.ts';
import { editRun, listTeamRuns, readRun, removeRun } from './runs/run-routes.ts';
import { stopRun } from './runs/stop-run-route.ts';
import { readTraces } from './runs/trace-route.ts';
import { keepView, listViews, removeView } from './runs/view-routes.ts';
import { createSchedule, editSchedule, listTeamSchedules, readSchedule, removeSchedule } from './schedules/schedule-routes.ts';
import { shareBadge, shareEmbed, sharePreview } from './share/share-page-routes.ts';
import { createShare, listTeamShares, readShared, removeAllShares, removeShare } from './share/share-routes.ts';
import { health } from './system/health-route.ts';
import { readMetrics } from './system/metrics-route.ts';
import { livez, readyz } from './system/probe-routes.ts';
import { stopAll } from './system/stop-all-routes.ts';
import { system } from './system/system-route.ts';
import { workers } from './system/worker-routes.ts';
import { readPreview, readStorage } from './team/retention-routes.ts';
import { addHost, checkHost, readTeamHosts, removeHost } from './team/team-host-routes.ts';
import { changeTeam, readTeam } from './team/team-settings-routes.ts';
import { readTeamSignIn } from './team/team-sign-in-route.ts';
import { readDeliveries, sendDeliveryAgain, testWebhook } from './tellings/delivery-routes.ts';
import { createWebhook, editWebhook, readWebhooks, removeOneWebhook, rotateWebhookSecret } from './tellings/webhook-routes.ts';

const routes: readonly Route[] = [
  health,
  livez,
  readyz,
  readMetrics,
  system,
  stopAll,
  workers,
  planSchemaFile,
  readSetup,
  setup,
  signIn,
  secondStep,
  startProviderSignIn,
  finishProviderSignIn,
  endByProvider,
  breakGlass,
  signInByPasskey,
  addPasskey,
  lookAfterPasskeys,
  signUp,
  signOut,
  changePassword,
  changeEmail,
  chooseOwnLanguage,
  startTwoFactor,
  confirmTwoFactor,
  turnOffTwoFactor,
  renewRecoveryCodes,
  switchOffTwoFactor,
  readSession,
  chooseCurrentTeam,
  readOwnTeams,
  createOwnTeam,
  readTeam,
  changeTeam,
  readTeamHosts,
  addHost,
  checkHost,
  removeHost,
  readPreview,
  readStorage,
  readTeamExports,
  makeTeamExports,
  downloadTeamExport,
  removeOneTeamExport,
  readTeamSignIn,
  readMembers,
  changeMember,
  removeMember,
  invite,
  readInvitations,
  removeInvitation,
  readOpenInvitation,
  acceptInvitation,
  createPasswordReset,
  askPasswordReset,
  usePasswordReset,
  readOwnSessions,
  endOwnSession,
  readAuditLog,
  exportAuditLog,
  createToken,
  askDeviceCode,
  askDeviceToken,
  lookAtDevice,
  decideDevice,
  readOwnToken,
  readTokens,
  removeToken,
  readWebhooks,
  createWebhook,
  editWebhook,
  removeOneWebhook,
  rotateWebhookSecret,
  readDeliveries,
  testWebhook,
  sendDeliveryAgain,
  createPlan,
  listTeamPlans,
  readPlan,
  replacePlan,
  removePlan,
  pinBaseline,
  readTrend,
  readPower,
  readCeiling,
  importCommandAsPlan,
  describeGrpc,
  sendOneRequest,
  importResultAsRun,
  downloadImportedFile,
  createRun,
  listTeamRuns,
  readRun,
  editRun,
  removeRun,
  stopRun,
  ...figureRoutes,
  readTraces,
  exportRun,
  keepView,
  listViews,
  removeView,
  readRunResources,
  uploadRunResources,
  takeAgentResources,
  live,
  compareByUrl,
  createComparison,
  listTeamComparisons,
  readComparison,
  exportComparisonByUrl,
  exportStoredComparison,
  mcp,
  readTeamQueue,
  createExperiment,
  listTeamExperiments,
  readExperiment,
  readExperimentProgress,
  readExperimentCourse,
  stopExperiment,
  addMoreRepeats,
  createSchedule,
  listTeamSchedules,
  readSchedule,
  editSchedule,
  removeSchedule,
  createPlanHook,
  readPlanHooks,
  removePlanHook,
  useHook,
  createShare,
  listTeamShares,
  removeShare,
  removeAllShares,
  readShared,
  sharePreview,
  shareBadge,
  shareEmbed,
  turnOnBadge,
  readBadgeState,
  turnOffBadge,
  readBadge,
];

/** Of a plugin without a name Fastify looks through all modules that are loaded, twice, which took a third of the time in which the server is made. */
const displayName = Symbol.for('fastify.display-name');

export async function addRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  for (const route of routes) await app.register(Object.assign(route(context), { [displayName]: 'route' }));
}
