/** The commit, the branch and the pull request that a load is made for, as the CI system tells them; elsewhere as git does. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type EnvironmentVariables, environment } from '../config.ts';

export type Tags = Readonly<Record<string, string>>;

export interface PipelineTags {
  readonly head: Tags;
  /** What the change is held against, as far as it is known. */
  readonly base: Tags;
}

interface Told {
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
  readonly baseCommit?: string | undefined;
  readonly baseBranch?: string | undefined;
}

const longest = 200;
const most = 20;

/** Tags of a command before those of its plan, and those before the pipeline's, of which as many are left out as there is no room for. */
export function joinTags(ofPlan: Tags, ofPipeline: Tags, ofCommand: Tags): Tags {
  return Object.fromEntries(Object.entries({ ...ofCommand, ...ofPlan, ...ofPipeline, ...ofPlan, ...ofCommand }).slice(0, most));
}

export function pipelineTags(env: EnvironmentVariables = environment): PipelineTags {
  const told = ofGitHub(env) ?? ofGitLab(env) ?? ofJenkins(env) ?? ofGit();
  return {
    head: given({ commit: told.commit, branch: told.branch, pull_request: told.pullRequest }),
    base: given({ commit: told.baseCommit, branch: told.baseBranch }),
  };
}

function ofGitHub(env: EnvironmentVariables): Told | null {
  if (env.GITHUB_ACTIONS !== 'true') return null;
  const { pull_request: pull } = readGitHubEvent(env);
  return {
    // Of a pull request GITHUB_SHA is the merge that GitHub made for the check.
    commit: pull?.head?.sha ?? env.GITHUB_SHA,
    branch: env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME,
    pullRequest: pull?.number === undefined ? undefined : String(pull.number),
    baseCommit: pull?.base?.sha,
    baseBranch: env.GITHUB_BASE_REF,
  };
}

function ofGitLab(env: EnvironmentVariables): Told | null {
  if (env.GITLAB_CI !== 'true') return null;
  return {
    commit: env.CI_COMMIT_SHA,
    branch: env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME ?? env.CI_COMMIT_REF_NAME,
    pullRequest: env.CI_MERGE_REQUEST_IID,
    baseCommit: env.CI_MERGE_REQUEST_DIFF_BASE_SHA,
    baseBranch: env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME,
  };
}

function ofJenkins(env: EnvironmentVariables): Told | null {
  if (!env.JENKINS_URL && !env.BUILD_TAG?.startsWith('jenkins-')) return null;
  return {
    commit: env.GIT_COMMIT,
    branch: env.CHANGE_BRANCH ?? env.BRANCH_NAME ?? env.GIT_BRANCH?.replace(/^origin\//, ''),
    pullRequest: env.CHANGE_ID,
    baseBranch: env.CHANGE_TARGET,
  };
}

function ofGit(): Told {
  return { commit: askGit('rev-parse', '--verify', 'HEAD'), branch: askGit('symbolic-ref', '--quiet', '--short', 'HEAD') };
}

/** Undefined where git is not there, or this is no repository. */
function askGit(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', timeout: 2000, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

interface GitHubEvent {
  readonly pull_request?: {
    readonly number?: number;
    readonly head?: { readonly sha?: string };
    readonly base?: { readonly sha?: string };
  };
  readonly workflow_run?: {
    readonly head_sha?: string;
    readonly head_branch?: string;
    readonly head_repository?: { readonly owner?: { readonly login?: string } };
  };
}

/** What GitHub tells about the cause of this job; empty where it tells nothing. */
export function readGitHubEvent({ GITHUB_EVENT_PATH: file }: EnvironmentVariables): GitHubEvent {
  try {
    return JSON.parse(readFileSync(file ?? '', 'utf8')) as GitHubEvent;
  } catch {
    return {};
  }
}

function given(tags: Readonly<Record<string, string | undefined>>): Tags {
  return Object.fromEntries(Object.entries(tags).flatMap(([name, value]) => (value ? [[name, value.slice(0, longest)]] : [])));
}
