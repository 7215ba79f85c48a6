/** `hdr`: a percentile table. `hlog`: a HdrHistogram log. `html`: a report that opens offline. */
export const runFileFormats = ['html', 'csv', 'hlog', 'hdr', 'json'] as const;
export type RunFileFormat = (typeof runFileFormats)[number];
export const comparisonFileFormats = ['html', 'csv'] as const;
export type ComparisonFileFormat = (typeof comparisonFileFormats)[number];

/** Paths of the API, written once for the server, the web and programs. */
export const api = {
  health: '/api/v1/health',
  /** For probes of containers: does the process live; may it take requests? Answered at once, whatever hangs. */
  livez: '/livez',
  readyz: '/readyz',
  system: '/api/v1/system',
  queue: '/api/v1/queue',
  setup: '/api/v1/setup',
  session: '/api/v1/session',
  /** POST {scope?, hold?, stop?}: stops every load of the team or of the installation. DELETE: lets them start again. */
  stopAll: '/api/v1/stop-all',
  workers: '/api/v1/workers',
  /** POST: it takes nothing new. DELETE: it does again. */
  drainWorker: (id: string) => `/api/v1/workers/${id}/drain`,
  teams: '/api/v1/teams',
  /** POST {teamId}: the team the session acts for. */
  currentTeam: '/api/v1/session/team',
  /** GET, and PUT {name?, targets?, retention?}: the team itself. */
  team: '/api/v1/team',
  /** GET, and POST {host}: public hosts that the team proves to be its own. */
  hosts: '/api/v1/hosts',
  host: (id: string) => `/api/v1/hosts/${id}`,
  /** POST: looks for the proof now. */
  checkHost: (id: string) => `/api/v1/hosts/${id}/check`,
  /** GET ?samplesDays=&runsDays=. */
  retentionPreview: '/api/v1/team/retention-preview',
  teamStorage: '/api/v1/team/storage',
  /** GET, and POST: all that the team has becomes one file. */
  teamExports: '/api/v1/exports',
  /** DELETE. */
  teamExport: (id: string) => `/api/v1/exports/${id}`,
  /** GET the file. */
  teamExportFile: (id: string) => `/api/v1/exports/${id}/file`,
  /** GET: how its people sign in. */
  teamSignIn: '/api/v1/team/sign-in',
  members: '/api/v1/members',
  /** PATCH {role, handOver?}. DELETE: removes, or leaves where it is oneself. */
  member: (userId: string) => `/api/v1/members/${userId}`,
  invitations: '/api/v1/invitations',
  invitation: (id: string) => `/api/v1/invitations/${id}`,
  /** GET: what an invited person sees. */
  openInvitation: (token: string) => `/api/v1/invitations/of/${token}`,
  acceptInvitation: '/api/v1/invitations/accept',
  /** POST {userId}: an admin makes a link. */
  passwordResets: '/api/v1/password-resets',
  /** POST {email}: a link is mailed. */
  askPasswordReset: '/api/v1/password-resets/ask',
  /** POST {token, password}. */
  usePasswordReset: '/api/v1/password-resets/use',
  /** POST {email, password}. */
  ownEmail: '/api/v1/account/email',
  /** PUT {language}. */
  ownLanguage: '/api/v1/account/language',
  /** GET: is it on? POST {password}: begins. */
  twoFactor: '/api/v1/account/two-factor',
  /** POST {code}: it is on from now. */
  confirmTwoFactor: '/api/v1/account/two-factor/confirm',
  /** POST {password, code}. */
  turnOffTwoFactor: '/api/v1/account/two-factor/off',
  /** POST {password}: new ones. */
  recoveryCodes: '/api/v1/account/two-factor/recovery-codes',
  /** GET, and POST {name, response}: the browser made one. */
  passkeys: '/api/v1/account/passkeys',
  /** POST {password?}: begins to add one. */
  passkeyOptions: '/api/v1/account/passkeys/options',
  /** PATCH {name}, DELETE. */
  passkey: (id: string) => `/api/v1/account/passkeys/${id}`,
  /** POST {email}: an owner of the installation, for somebody who lost both. */
  switchOffTwoFactor: '/api/v1/two-factor/off',
  /** GET. DELETE: signs out everywhere. */
  sessions: '/api/v1/sessions',
  ownSession: (id: string) => `/api/v1/sessions/${id}`,
  audit: '/api/v1/audit',
  /** The same as JSON Lines. */
  auditFile: '/api/v1/audit.jsonl',
  tokens: '/api/v1/tokens',
  token: (id: string) => `/api/v1/tokens/${id}`,
  /** GET, and POST {name, format, url | receiverId, events, planIds?}: where the team is told of what happened. */
  webhooks: '/api/v1/webhooks',
  /** PATCH {name?, events?, planIds?, language?, active?}, DELETE. */
  webhook: (id: string) => `/api/v1/webhooks/${id}`,
  /** POST: a new secret. */
  webhookSecret: (id: string) => `/api/v1/webhooks/${id}/secret`,
  /** POST: a message that says that it is a test. */
  testWebhook: (id: string) => `/api/v1/webhooks/${id}/test`,
  deliveries: (id: string) => `/api/v1/webhooks/${id}/deliveries`,
  /** POST: sends it again. */
  deliverAgain: (id: string, deliveryId: string) => `/api/v1/webhooks/${id}/deliveries/${deliveryId}/again`,
  /** POST {machine}: asks for a token that a person approves. */
  deviceCode: '/api/v1/device/code',
  /** POST {deviceCode}: what was decided. */
  deviceToken: '/api/v1/device/token',
  /** POST {userCode}: the machine that waits. */
  waitingDevice: '/api/v1/device/waiting',
  /** POST {userCode, approve}. */
  decideDevice: '/api/v1/device/decide',
  /** GET: the token that asks, its budget and what of it is used. */
  ownToken: '/api/v1/tokens/own',
  /** POST: Model Context Protocol, for assistants. */
  mcp: '/mcp',
  plans: '/api/v1/plans',
  plan: (id: string) => `/api/v1/plans/${id}`,
  /** POST a result file of another tool: it becomes a run. */
  imports: '/api/v1/imports',
  /** POST {text, url?}: a command line of another load generator as a plan. */
  importCommand: '/api/v1/import/command',
  /** POST {url?, proto?, descriptorSet?, reflection?}: what a gRPC server offers. */
  describeGrpc: '/api/v1/grpc/describe',
  /** POST {plan, secretsFrom?}: the plan's first request, sent once. */
  sendOne: '/api/v1/send-one',
  /** GET the file that a run was imported from. */
  importedFile: (id: string) => `/api/v1/runs/${id}/imported-file`,
  runs: '/api/v1/runs',
  run: (id: string) => `/api/v1/runs/${id}`,
  /** GET, and POST {name, filters}: views of the list that the team keeps. */
  runViews: '/api/v1/run-views',
  runView: (id: string) => `/api/v1/run-views/${id}`,
  stopRun: (id: string) => `/api/v1/runs/${id}/stop`,
  samples: (id: string) => `/api/v1/runs/${id}/samples`,
  /** GET, and POST a file. */
  runResources: (id: string) => `/api/v1/runs/${id}/resources`,
  /** POST by agents on a target. */
  resources: '/api/v1/resources',
  curve: (id: string) => `/api/v1/runs/${id}/curve`,
  /** GET ?from=&to=: the figures of some seconds. */
  windowSummary: (id: string) => `/api/v1/runs/${id}/summary`,
  latency: (id: string) => `/api/v1/runs/${id}/latency`,
  /** GET ?from=&to=. */
  traces: (id: string) => `/api/v1/runs/${id}/traces`,
  story: (id: string) => `/api/v1/runs/${id}/story`,
  live: (id: string) => `/api/v1/runs/${id}/live`,
  exported: (id: string, format: RunFileFormat) => `/api/v1/runs/${id}/export?format=${format}`,
  comparison: (base: readonly string[], ...candidates: readonly (readonly string[])[]) =>
    `/api/v1/comparison?base=${base.join(',')}${candidates.map((candidate) => `&candidate=${candidate.join(',')}`).join('')}`,
  exportedComparison: (format: ComparisonFileFormat, base: readonly string[], ...candidates: readonly (readonly string[])[]) =>
    `/api/v1/comparison/export?format=${format}&base=${base.join(',')}${candidates.map((candidate) => `&candidate=${candidate.join(',')}`).join('')}`,
  comparisons: '/api/v1/comparisons',
  storedComparison: (id: string) => `/api/v1/comparisons/${id}`,
  exportedStoredComparison: (id: string, format: ComparisonFileFormat) => `/api/v1/comparisons/${id}/export?format=${format}`,
  experiments: '/api/v1/experiments',
  experiment: (id: string) => `/api/v1/experiments/${id}`,
  experimentProgress: (id: string) => `/api/v1/experiments/${id}/progress`,
  experimentCourse: (id: string) => `/api/v1/experiments/${id}/course`,
  /** POST {repeats}: an A/B that is over goes on. */
  moreRepeats: (id: string) => `/api/v1/experiments/${id}/more`,
  stopExperiment: (id: string) => `/api/v1/experiments/${id}/stop`,
  baseline: (planId: string) => `/api/v1/plans/${planId}/baseline`,
  trend: (planId: string, metric: string) => `/api/v1/plans/${planId}/trend?metric=${metric}`,
  planCeiling: (planId: string) => `/api/v1/plans/${planId}/ceiling`,
  power: (planId: string, query: string) => `/api/v1/plans/${planId}/power?${query}`,
  schedules: '/api/v1/schedules',
  /** PATCH {name?, cron?, timeZone?, tags?, drill?, paused?}: its author is who changed it last. */
  schedule: (id: string) => `/api/v1/schedules/${id}`,
  /** GET, and POST {name}: addresses that start the plan. */
  planHooks: (planId: string) => `/api/v1/plans/${planId}/hooks`,
  /** DELETE: it starts nothing any more. */
  planHook: (id: string) => `/api/v1/plan-hooks/${id}`,
  /** POST {tag: value}: starts its plan. */
  hook: (token: string) => `/api/v1/hooks/${token}`,
  shares: '/api/v1/shares',
  share: (id: string) => `/api/v1/shares/${id}`,
  shared: (token: string) => `/api/v1/shared/${token}`,
  planBadge: (planId: string) => `/api/v1/plans/${planId}/badge`,
  signIn: '/api/auth/sign-in/email',
  /** POST {code}: where the first step answered `twoFactorRedirect`. */
  secondStep: '/api/auth/sign-in/second-step',
  /** POST {name, email, password}: refused where signing up needs an invitation. */
  signUp: '/api/auth/sign-up/email',
  signOut: '/api/auth/sign-out',
  changePassword: '/api/auth/change-password',
  /** POST {next?}: begins a sign-in at the provider. */
  providerSignIn: '/api/auth/sign-in/oidc',
  /** GET: where the provider sends the browser back to. */
  providerReturn: '/api/auth/oidc/callback',
  /** POST logout_token, as a form: the provider says that somebody signed out there. */
  providerLogout: '/api/auth/oidc/backchannel-logout',
  /** POST: begins a sign-in by passkey. */
  passkeySignInOptions: '/api/auth/sign-in/passkey/options',
  /** POST {response}. */
  passkeySignIn: '/api/auth/sign-in/passkey',
  /** POST {token}: the operator's link. */
  breakGlass: '/api/auth/break-glass',
} as const;
