/** The effect of each setting of the operator, by the name of its environment variable: the README's table says it. */
import { words } from '../../words.ts';

export const operatorSettingWords = words('operatorSetting', {
  PORT: 'Port the API and the web listen on.',
  DATABASE_URL: 'Postgres. Left out, `npm start` brings its own.',
  MIGRATE_DATABASE_URL:
    'Postgres as the role that may change its schema, past a pooler where there is one. Left out: DATABASE_URL is such a role.',
  REDIS_URL: 'Redis for the queue. Left out, the queue lives in Postgres.',
  PLIMSOLL_SECRET_KEY: 'Key that signs sessions and seals the secrets of plans. Generated into the data directory by `npm start`.',
  PLIMSOLL_TARGETS:
    'Where load may go: hosts, *.hosts, addresses and CIDR ranges by commas; `loopback` for this machine, which is closed by a list without it; `public-verified` for public hosts that a team proves to be its own; `open-lab` for anywhere; `none` for the demo target alone, which is the default of docker-compose.yml.',
  PLIMSOLL_UNIX_SOCKETS:
    'Unix sockets on the worker that load may go to: absolute paths by commas, * for any name or part of one. Left out: none.',
  PLIMSOLL_DEMO_PORT: 'Port of the built-in demo target (PORT + 90, or − 90 where that is no port).',
  PLIMSOLL_MAX_CONCURRENT_RUNS: 'Runs of one team at once.',
  PLIMSOLL_MAX_RUNS_OF_PERSON: 'Runs of one person over all teams. Left out: as many as one team.',
  PLIMSOLL_MAX_RUNS_IN_ALL: 'Runs of all teams together.',
  PLIMSOLL_MAX_EXPERIMENTS: 'Experiments of one team, and of one person over all teams, queued or under way.',
  PLIMSOLL_MAX_EXPERIMENTS_IN_ALL: 'Experiments of all teams together.',
  PLIMSOLL_MAX_CONNECTIONS: 'Connections of one run.',
  PLIMSOLL_MAX_CONNECTIONS_OF_TARGET:
    'Connections to one host and port of all runs under way together; a run that does not fit waits. Left out: as of one run.',
  PLIMSOLL_MAX_RATE: 'Requests per second of one run.',
  PLIMSOLL_MAX_RATE_OF_TARGET:
    'Requests per second to one host and port of all open loads under way together; a run that does not fit waits. Left out: as of one run.',
  PLIMSOLL_MAX_DURATION_SECONDS: 'Length of one run.',
  PLIMSOLL_MAX_REQUESTS: 'Requests of one closed run.',
  PLIMSOLL_MAX_IMPORT_MEGABYTES:
    'Largest result file of another tool. It lies in the temporary directory (TMPDIR) until it is read: all together take as much as three of the largest there, those of one team as much as one.',
  PLIMSOLL_MAX_IMPORTS_PER_MINUTE: 'Result files that one team may begin to import in a minute.',
  PLIMSOLL_MAX_IMPORT_ROWS_PER_DAY: 'Seconds with data, each a row, that one team may import in 24 hours.',
  PLIMSOLL_MAX_IMPORT_SECONDS_PER_DAY: 'Length of the runs that one team may import in 24 hours, together.',
  PLIMSOLL_MAX_IMPORT_MEGABYTES_PER_DAY: 'Size of the files that one team may import in 24 hours, together and unpacked.',
  PLIMSOLL_MAX_QUESTIONS:
    'Questions about figures (charts, comparisons, files) that one person may have waiting; a team, or the links of one, four times as many. More are refused with 429.',
  PLIMSOLL_ANSWER_MEGABYTES:
    'Memory of the API for answers that never change: charts and comparisons of finished runs, and what links show. 0: none are kept.',
  PLIMSOLL_METRICS_TOKEN: 'Bearer token that may read `/metrics`. Left out: they are read from the same machine only.',
  PLIMSOLL_LOG: 'Least level logged; `npm start` sets `warn`.',
  PLIMSOLL_S3_BUCKET:
    'Bucket of the archive, where the series of old runs move and files are kept ([archive](archive.md)). Set with both keys. Left out: there is none, and old samples are thinned and dropped.',
  PLIMSOLL_S3_ENDPOINT: 'Its store, which speaks S3’s protocol: `https://s3.example.com:9000`. Left out: AWS, in the region.',
  PLIMSOLL_S3_REGION: 'Region that requests to the archive are signed for.',
  PLIMSOLL_S3_ACCESS_KEY_ID: 'Key of the archive. It lists, reads, writes and deletes in the bucket.',
  PLIMSOLL_S3_SECRET_ACCESS_KEY: 'Secret of that key.',
  PLIMSOLL_S3_PREFIX: 'Stands before every key in the bucket, and ends with a slash: `plimsoll/`. Left out: none.',
  PLIMSOLL_S3_PATH_STYLE: '`on`: the bucket is the first part of the path; `off`: the first of the host’s name, as AWS prefers.',
  HOST: 'Address to listen on; 0.0.0.0 for every interface.',
  PLIMSOLL_MESSAGES:
    'Where notifications may go: `public` for public addresses and those that PLIMSOLL_TARGETS lists, `listed` for listed ones alone.',
  PLIMSOLL_BASE_URL: 'Public URL, where it differs from HOST and PORT.',
  SMTP_URL:
    'Mail server for invitations and new passwords: smtp://user:password@host:587, or smtps:// for TLS from the start. Left out, links are handed over by hand.',
  SMTP_FROM: 'Address that mails come from. Left out: plimsoll@ the host of PLIMSOLL_BASE_URL.',
  PLIMSOLL_SIGNUP: 'People who may sign up.',
  PLIMSOLL_TEAM_MAKERS: 'People who may make teams: `owner` of the installation, or `anyone` who is signed in.',
  PLIMSOLL_SIGN_IN:
    'The ways in: `password` (and passkeys), `oidc` for the provider alone, `both`. Left out: `both` where PLIMSOLL_OIDC_ISSUER is set, else `password`.',
  PLIMSOLL_REQUIRE_SECOND_FACTOR:
    'Whether people who sign in by password need two-factor sign-in, or a passkey instead, before they see anything of a team: `yes` or `no`. For those who come by a provider: PLIMSOLL_OIDC_SECOND_FACTOR.',
  PLIMSOLL_OIDC_ISSUER:
    'Issuer of the provider (OpenID Connect), as its own documents spell it: https://…, http:// on loopback alone. PLIMSOLL_BASE_URL must be set; the provider sends people back to its /api/auth/oidc/callback.',
  PLIMSOLL_OIDC_CLIENT_ID: 'Client that the provider knows Plimsoll as.',
  PLIMSOLL_OIDC_CLIENT_SECRET: 'Secret of that client. Left out, it is a public client, with PKCE as ever.',
  PLIMSOLL_OIDC_LABEL: 'Name of the provider on the button: “Sign in with …”.',
  PLIMSOLL_OIDC_SCOPES: 'Scopes that are asked for, with spaces between them; some providers tell groups only where `groups` is one.',
  PLIMSOLL_OIDC_GROUPS_CLAIM: 'Claim that names the groups of a person; with dots for one inside another: `realm_access.roles`.',
  PLIMSOLL_OIDC_GROUPS:
    'Roles by group, by commas: `sre:owner@*,dev:editor@Checkout` is group:role@team. A team is a name or an id, `*` is every team. Left out, people need an invitation.',
  PLIMSOLL_OIDC_TRUST_EMAIL:
    'Whether addresses count as confirmed where the provider does not say so: `yes` or `no`. `yes` only where nobody but its admins sets them (Entra of one tenant).',
  PLIMSOLL_OIDC_SECOND_FACTOR:
    'Second factor of people who come by the provider, where PLIMSOLL_REQUIRE_SECOND_FACTOR=yes. `provider`: the provider sees to it. `told`: its ID token has to tell of one, by PLIMSOLL_OIDC_ACR or by `amr`. `passkey`: a passkey of Plimsoll after the provider.',
  PLIMSOLL_OIDC_ACR:
    'Levels of a sign-in to ask the provider for (`acr_values`), with spaces between them. With PLIMSOLL_OIDC_SECOND_FACTOR=told the ID token has to name one of them.',
  PLIMSOLL_OIDC_SESSION_HOURS: 'Hours after which somebody who came by the provider goes there again.',
  PLIMSOLL_OIDC_SIGN_OUT:
    'Where somebody who came by the provider signs out. `here`: here alone. `provider`: here, and then at the provider, which has to know PLIMSOLL_BASE_URL + `/sign-in` as an address to send people back to.',
  PLIMSOLL_WORKER_COMMAND:
    'Command that starts one more worker, as owners of the installation see it on the Workers page; COUNT in it becomes the number of workers there will be. Left out, it is made from these settings.',
  PLIMSOLL_TRUSTED_PROXIES:
    'Proxies whose X-Forwarded-* headers are believed: addresses and CIDR ranges by commas, or loopback, linklocal, uniquelocal. Left out: loopback, where HOST is loopback and PLIMSOLL_BASE_URL is set.',
  PLIMSOLL_DATA_DIR: 'Where `npm start` keeps its Postgres and its secret key.',
  PLIMSOLL_WORKER_RUNS: 'Runs one worker makes at once. Above 1 they disturb each other; add workers instead.',
  PLIMSOLL_WORKER_LABELS:
    'Pools that this worker belongs to, by commas: `eu,large`. A plan with `workers: {label: eu}` is made by workers with that label alone.',
  PLIMSOLL_POOLS:
    'Pools of workers that are scaled by what waits for them, each with the most workers: `eu:8,us:4`, and `*:4` for plans without a label. A run for one of them waits until its workers are there, in place of being refused.',
  PLIMSOLL_POOL_SECONDS: 'How long the workers of such a pool may take to come before a run of several generators fails to start.',
  PLIMSOLL_DRAIN_SECONDS:
    'How long a worker that gets SIGTERM may take to end its runs and experiments, taking nothing new, before it stops them; a second SIGTERM stops them at once. 0: at once.',
  PLIMSOLL_GATHER_SECONDS: 'How long a run of several generators waits for its workers before it fails to start.',
  PLIMSOLL_SPARE_GENERATOR:
    'Which generator processes wait in a worker for the next run. `used`: that of its last run, for the next one like it of the same team, both of less than 10 s, which saves most of their processor time, and one that has made no run, for any other. `on`: the latter alone. `off`: none. Each begins a run about a second earlier, and needs 150 MB.',
  PLIMSOLL_THREADS: 'Load threads of one run (one per core; half of them under `npm start`, where the target shares the machine).',
  PLIMSOLL_METRICS_PORT:
    'Port of the metrics of a worker, on loopback, or on every interface where PLIMSOLL_METRICS_TOKEN is set. Left out: none.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OpenTelemetry backend or collector, OTLP over HTTP: `http://127.0.0.1:4318`. Workers send the metrics of runs to `/v1/metrics` below it, API and workers the traces of their own work to `/v1/traces`. Left out: nothing leaves.',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'Whole URL for traces, where it differs from the one made from OTEL_EXPORTER_OTLP_ENDPOINT.',
  OTEL_TRACES_EXPORTER: '`none`: nothing is traced, whatever endpoint is set.',
  OTEL_SDK_DISABLED: '`true`: no metrics and no traces leave, whatever endpoint is set.',
  OTEL_METRICS_EXPORTER: '`none`: no metrics are sent, whatever endpoint is set.',
  OTEL_TRACES_SAMPLER:
    'Which traces are recorded: `always_on`, `always_off`, `traceidratio`, or each with `parentbased_` before it: a request that brings a `traceparent` then decides by it.',
  OTEL_TRACES_SAMPLER_ARG: 'Share of the traces that `traceidratio` records: 0.1 is one in ten.',
  PLIMSOLL_TRACE_SQL_MS:
    'Queries of a request to the API that take at least so many milliseconds are spans below it, with their text and without their values; not those of figures and of sign-in. 0: however quick.',
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'Whole URL for metrics, where it differs from the one made from OTEL_EXPORTER_OTLP_ENDPOINT.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers of every export, as `name=value,name=value` with percent encoding: the credentials of the backend.',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'The one protocol there is.',
  OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION:
    'Form of response times: `explicit_bucket_histogram`, or `base2_exponential_bucket_histogram`, which is finer and which not every backend reads.',
  OTEL_METRIC_EXPORT_INTERVAL:
    'Milliseconds between two exports of the metrics of runs under way; 1000 at least. The last one of a run leaves at its end.',
  OTEL_SERVICE_NAME: 'Name of the service in OpenTelemetry. Left out: `plimsoll-api` and `plimsoll-worker`.',
  OTEL_RESOURCE_ATTRIBUTES: 'Attributes of everything that is exported, as `name=value,name=value`: `deployment.environment.name=staging`.',
  PLIMSOLL_OTEL_METRIC_PREFIX: 'Text before the name of each exported metric, as K6_OTEL_METRIC_PREFIX has it: `k6_`.',
  PLIMSOLL_ALIVE_FILE: 'File that is written every 3 s while the database sees the worker, for container probes.',
});
