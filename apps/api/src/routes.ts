/** Every route of the API, one list. */
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './context.ts';
import { pinBaseline, readTrend } from './routes/baselines.ts';
import { compareByUrl, createComparison, listTeamComparisons, readComparison } from './routes/comparisons.ts';
import { createRun } from './routes/create-run.ts';
import { createOwnTeam } from './routes/create-team.ts';
import { createExperiment, listTeamExperiments, readExperiment, stopExperiment } from './routes/experiments.ts';
import { exportRun } from './routes/export-run.ts';
import { health } from './routes/health.ts';
import { live } from './routes/live.ts';
import { readBadge, readBadgeState, turnOffBadge, turnOnBadge } from './routes/plan-badges.ts';
import { planSchemaFile } from './routes/plan-schema.ts';
import { createPlan, listTeamPlans, readPlan, removePlan, replacePlan } from './routes/plans.ts';
import { readTeamQueue } from './routes/queue.ts';
import { editRun, listTeamRuns, readRun, removeRun } from './routes/runs.ts';
import { readCurve, readSamples } from './routes/samples.ts';
import { chooseCurrentTeam, readSession } from './routes/session.ts';
import { readSetup, setup } from './routes/setup.ts';
import { shareBadge, shareEmbed, sharePreview } from './routes/share-pages.ts';
import { createShare, listTeamShares, readShared, removeAllShares, removeShare } from './routes/shares.ts';
import { signIn } from './routes/sign-in.ts';
import { stopRun } from './routes/stop-run.ts';
import { system } from './routes/system.ts';
import { createToken, readTokens, removeToken } from './routes/tokens.ts';
import type { Route } from './schema.ts';

const routes: readonly Route[] = [
  health,
  system,
  planSchemaFile,
  readSetup,
  setup,
  signIn,
  readSession,
  chooseCurrentTeam,
  createOwnTeam,
  createToken,
  readTokens,
  removeToken,
  createPlan,
  listTeamPlans,
  readPlan,
  replacePlan,
  removePlan,
  pinBaseline,
  readTrend,
  createRun,
  listTeamRuns,
  readRun,
  editRun,
  removeRun,
  stopRun,
  readSamples,
  readCurve,
  exportRun,
  live,
  compareByUrl,
  createComparison,
  listTeamComparisons,
  readComparison,
  readTeamQueue,
  createExperiment,
  listTeamExperiments,
  readExperiment,
  stopExperiment,
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

export async function addRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  for (const route of routes) await app.register(route(context));
}
