/** The effect of each setting of the operator, in Chinese. */
import type * as en from '../../en/plan/setting.ts';
import type { Translation } from '../../words.ts';

export const operatorSetting: Translation<typeof en.operatorSettingWords> = {
  PORT: 'API 和网页监听的端口。',
  DATABASE_URL: 'Postgres。不设置时，`npm start` 自带一个。',
  MIGRATE_DATABASE_URL: '以可更改其结构的角色连接的 Postgres；若有连接池，则绕过它。不设置时，DATABASE_URL 就是这样的角色。',
  REDIS_URL: '队列所用的 Redis。不设置时，队列在 Postgres 中。',
  PLIMSOLL_SECRET_KEY: '用于签名会话和加密计划机密的密钥。由 `npm start` 在数据目录中生成。',
  PLIMSOLL_TARGETS:
    '允许施压的目标：以逗号分隔的主机、*.主机、地址和 CIDR 网段；`loopback` 表示本机，列表中没有它则不允许；`public-verified` 表示团队证明归自己所有的公网主机；`open-lab` 表示任何地方；`none` 表示仅演示目标，是 docker-compose.yml 的默认值。',
  PLIMSOLL_UNIX_SOCKETS: '工作进程上允许施压的 Unix 套接字：以逗号分隔的绝对路径，* 表示任意名称或其一部分。不设置：无。',
  PLIMSOLL_DEMO_PORT: '内置演示目标的端口（PORT + 90，超出端口范围时为 − 90）。',
  PLIMSOLL_MAX_CONCURRENT_RUNS: '一个团队同时的运行数。',
  PLIMSOLL_MAX_RUNS_OF_PERSON: '一个人在所有团队中的运行数。不设置：与一个团队相同。',
  PLIMSOLL_MAX_RUNS_IN_ALL: '所有团队的运行总数。',
  PLIMSOLL_MAX_EXPERIMENTS: '一个团队，以及一个人在所有团队中，排队或进行中的实验数。',
  PLIMSOLL_MAX_EXPERIMENTS_IN_ALL: '所有团队的实验总数。',
  PLIMSOLL_MAX_CONNECTIONS: '一次运行的连接数。',
  PLIMSOLL_MAX_CONNECTIONS_OF_TARGET: '进行中的所有运行对同一主机和端口的总连接数；超出的运行会等待。不设置：与一次运行相同。',
  PLIMSOLL_MAX_RATE: '一次运行的每秒请求数。',
  PLIMSOLL_MAX_RATE_OF_TARGET: '进行中的所有开放模型负载对同一主机和端口的每秒总请求数；超出的运行会等待。不设置：与一次运行相同。',
  PLIMSOLL_MAX_DURATION_SECONDS: '一次运行的时长。',
  PLIMSOLL_MAX_REQUESTS: '一次封闭模型运行的请求数。',
  PLIMSOLL_MAX_IMPORT_MEGABYTES:
    '其他工具结果文件的最大大小。读取之前存放在临时目录（TMPDIR）：总共最多占三个最大文件的空间，一个团队最多占一个。',
  PLIMSOLL_MAX_IMPORTS_PER_MINUTE: '一个团队每分钟可以开始导入的结果文件数。',
  PLIMSOLL_MAX_IMPORT_ROWS_PER_DAY: '一个团队 24 小时内可以导入的有数据的秒数（每秒一行）。',
  PLIMSOLL_MAX_IMPORT_SECONDS_PER_DAY: '一个团队 24 小时内可以导入的运行总时长。',
  PLIMSOLL_MAX_IMPORT_MEGABYTES_PER_DAY: '一个团队 24 小时内可以导入的文件解压后的总大小。',
  PLIMSOLL_MAX_QUESTIONS: '一个人可以有多少个数据查询（图表、对比、文件）在等待；一个团队或其链接为四倍。超出的以 429 拒绝。',
  PLIMSOLL_ANSWER_MEGABYTES: 'API 为不再变化的答复所用的内存：已结束运行的图表和对比，以及链接显示的内容。0：不保留。',
  PLIMSOLL_METRICS_TOKEN: '可以读取 `/metrics` 的 bearer 令牌。不设置：只能从本机读取。',
  PLIMSOLL_LOG: '记录日志的最低级别；`npm start` 设为 `warn`。',
  PLIMSOLL_S3_BUCKET:
    '归档的存储桶，旧运行的逐秒数据移到那里，文件也保存在那里（[归档](archive.md)）。与两个密钥一起设置。不设置：没有归档，旧样本会被精简和删除。',
  PLIMSOLL_S3_ENDPOINT: '支持 S3 协议的存储：`https://s3.example.com:9000`。不设置：该区域的 AWS。',
  PLIMSOLL_S3_REGION: '对归档的请求按此区域签名。',
  PLIMSOLL_S3_ACCESS_KEY_ID: '归档的密钥 ID。它在存储桶中列出、读取、写入和删除。',
  PLIMSOLL_S3_SECRET_ACCESS_KEY: '该密钥的机密。',
  PLIMSOLL_S3_PREFIX: '加在存储桶中每个键之前，以斜杠结尾：`plimsoll/`。不设置：无。',
  PLIMSOLL_S3_PATH_STYLE: '`on`：存储桶是路径的第一部分；`off`：是主机名的第一部分，AWS 推荐如此。',
  HOST: '监听的地址；0.0.0.0 表示所有网络接口。',
  PLIMSOLL_MESSAGES: '通知可以发往哪里：`public` 表示公网地址以及 PLIMSOLL_TARGETS 列出的地址，`listed` 表示只限列出的地址。',
  PLIMSOLL_BASE_URL: '与 HOST 和 PORT 不同时的公开 URL。',
  SMTP_URL: '发送邀请和新密码的邮件服务器：smtp://user:password@host:587，或从一开始就用 TLS 的 smtps://。不设置时，链接由人转交。',
  SMTP_FROM: '邮件的发件地址。不设置：plimsoll@ 加 PLIMSOLL_BASE_URL 的主机。',
  PLIMSOLL_SIGNUP: '谁可以注册。',
  PLIMSOLL_TEAM_MAKERS: '谁可以创建团队：本实例的所有者 `owner`，或任何已登录的人 `anyone`。',
  PLIMSOLL_SIGN_IN:
    '登录方式：`password`（及通行密钥）、仅身份提供方 `oidc`、两者 `both`。不设置：设置了 PLIMSOLL_OIDC_ISSUER 时为 `both`，否则为 `password`。',
  PLIMSOLL_REQUIRE_SECOND_FACTOR:
    '用密码登录的人是否必须开启两步验证（或改用通行密钥）才能看到团队的内容：`yes` 或 `no`。通过身份提供方登录的人：见 PLIMSOLL_OIDC_SECOND_FACTOR。',
  PLIMSOLL_OIDC_ISSUER:
    '身份提供方（OpenID Connect）的颁发者，写法与其文档一致：https://…，http:// 仅限回环地址。必须设置 PLIMSOLL_BASE_URL；提供方将人送回其 /api/auth/oidc/callback。',
  PLIMSOLL_OIDC_CLIENT_ID: '身份提供方所知的 Plimsoll 客户端。',
  PLIMSOLL_OIDC_CLIENT_SECRET: '该客户端的密钥。不设置时为公共客户端，照常使用 PKCE。',
  PLIMSOLL_OIDC_LABEL: '按钮上身份提供方的名称：“用 … 登录”。',
  PLIMSOLL_OIDC_SCOPES: '请求的 scope，以空格分隔；有些提供方只在包含 `groups` 时告知组。',
  PLIMSOLL_OIDC_GROUPS_CLAIM: '列出人员所属组的声明；用点表示嵌套：`realm_access.roles`。',
  PLIMSOLL_OIDC_GROUPS:
    '组对应的角色，以逗号分隔：`sre:owner@*,dev:editor@Checkout` 即 组:角色@团队。团队为名称或 id，`*` 为所有团队。不设置时，人员需要邀请。',
  PLIMSOLL_OIDC_TRUST_EMAIL:
    '提供方未说明时，邮箱是否视为已验证：`yes` 或 `no`。仅当只有其管理员能设置邮箱时（单租户的 Entra）才用 `yes`。',
  PLIMSOLL_OIDC_SECOND_FACTOR:
    '设置 PLIMSOLL_REQUIRE_SECOND_FACTOR=yes 时，通过身份提供方登录的人的第二因素。`provider`：由提供方负责。`told`：其 ID 令牌必须说明（按 PLIMSOLL_OIDC_ACR 或 `amr`）。`passkey`：在提供方之后再用 Plimsoll 的通行密钥。',
  PLIMSOLL_OIDC_ACR:
    '向身份提供方要求的登录级别（`acr_values`），以空格分隔。设置 PLIMSOLL_OIDC_SECOND_FACTOR=told 时，ID 令牌必须包含其中之一。',
  PLIMSOLL_OIDC_SESSION_HOURS: '通过身份提供方登录的人，多少小时后需再次前往。',
  PLIMSOLL_OIDC_SIGN_OUT:
    '通过身份提供方登录的人在哪里退出。`here`：只在这里。`provider`：先在这里，再到提供方；提供方须登记 PLIMSOLL_BASE_URL + `/sign-in` 作为退出后的返回地址。',
  PLIMSOLL_WORKER_COMMAND:
    '再启动一个工作进程的命令，本实例的所有者可在“工作进程”页面看到；其中的 COUNT 替换为启动后的工作进程数。不设置时由这些设置生成。',
  PLIMSOLL_TRUSTED_PROXIES:
    '信任其 X-Forwarded-* 头的代理：以逗号分隔的地址和 CIDR 网段，或 loopback、linklocal、uniquelocal。不设置：HOST 为回环地址且设置了 PLIMSOLL_BASE_URL 时为 loopback。',
  PLIMSOLL_DATA_DIR: '`npm start` 存放其 Postgres 和密钥的位置。',
  PLIMSOLL_WORKER_RUNS: '一个工作进程同时进行的运行数。大于 1 时它们互相干扰；请改为增加工作进程。',
  PLIMSOLL_WORKER_LABELS: '这个工作进程所属的池，以逗号分隔：`eu,large`。写有 `workers: {label: eu}` 的计划只由带该标签的工作进程完成。',
  PLIMSOLL_POOLS:
    '按等待的负载伸缩的工作进程池，每个附上限：`eu:8,us:4`，没有标签的计划用 `*:4`。需要这些池的运行会等到工作进程就绪，而不会被拒绝。',
  PLIMSOLL_POOL_SECONDS: '这种池的工作进程最多多久到位；超过后，需要多个发生器的运行启动失败。',
  PLIMSOLL_DRAIN_SECONDS:
    '收到 SIGTERM 的工作进程在不接新任务的情况下，可以用多久完成其运行和实验，之后停止它们；第二个 SIGTERM 会立即停止。0：立即。',
  PLIMSOLL_GATHER_SECONDS: '多个发压端的运行等待其工作进程多久，之后启动失败。',
  PLIMSOLL_SPARE_GENERATOR:
    '工作进程中哪些发压端进程等待下一次运行。`used`：上一次运行的那个，供同一团队的下一次同类运行使用（两者都短于 10 秒），可省去其大部分处理器时间；另加一个尚未运行过的，供其他运行使用。`on`：只有后者。`off`：都没有。每个使运行早开始约一秒，占用 150 MB。',
  PLIMSOLL_THREADS: '一次运行的负载线程（每核一个；在 `npm start` 下为一半，因为目标共用机器）。',
  PLIMSOLL_METRICS_PORT: '工作进程指标的端口，在回环地址上，或设置了 PLIMSOLL_METRICS_TOKEN 时在所有网络接口上。不设置：无。',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OpenTelemetry 后端或收集器，基于 HTTP 的 OTLP：`http://127.0.0.1:4318`。工作进程把运行的指标发到其下的 `/v1/metrics`，API 和工作进程把自身工作的跟踪发到 `/v1/traces`。不设置：什么都不发出。',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '跟踪的完整 URL，用于与 OTEL_EXPORTER_OTLP_ENDPOINT 推出的地址不同时。',
  OTEL_TRACES_EXPORTER: '`none`：无论设置了什么地址，都不记录跟踪。',
  OTEL_SDK_DISABLED: '`true`：无论设置了什么地址，都不发送指标和跟踪。',
  OTEL_METRICS_EXPORTER: '`none`：无论设置了什么地址，都不发送指标。',
  OTEL_TRACES_SAMPLER:
    '记录哪些跟踪：`always_on`、`always_off`、`traceidratio`，或各自加上前缀 `parentbased_`：带有 `traceparent` 的请求由其决定。',
  OTEL_TRACES_SAMPLER_ARG: '`traceidratio` 记录的跟踪比例：0.1 即十分之一。',
  PLIMSOLL_TRACE_SQL_MS:
    'API 请求的查询至少用时这么多毫秒时，作为该请求之下的一个 span，带语句文本，不带参数值；计算数据和登录的查询除外。0：不论多快。',
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: '指标的完整 URL，用于与 OTEL_EXPORTER_OTLP_ENDPOINT 推出的地址不同时。',
  OTEL_EXPORTER_OTLP_HEADERS: '每次导出的请求头，写成 `name=value,name=value`，用百分号编码：后端的凭据。',
  OTEL_EXPORTER_OTLP_PROTOCOL: '唯一可用的协议。',
  OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION:
    '响应时间的形式：`explicit_bucket_histogram`，或更精细但并非每个后端都能读取的 `base2_exponential_bucket_histogram`。',
  OTEL_METRIC_EXPORT_INTERVAL: '进行中运行的指标两次导出之间的毫秒数，至少 1000。运行结束时发出最后一次。',
  OTEL_SERVICE_NAME: 'OpenTelemetry 中的服务名。不设置：`plimsoll-api` 和 `plimsoll-worker`。',
  OTEL_RESOURCE_ATTRIBUTES: '所有导出内容的属性，写成 `name=value,name=value`：`deployment.environment.name=staging`。',
  PLIMSOLL_OTEL_METRIC_PREFIX: '每个导出指标名称前的文字，与 K6_OTEL_METRIC_PREFIX 相同：`k6_`。',
  PLIMSOLL_ALIVE_FILE: '数据库能看到工作进程期间每 3 秒写一次的文件，供容器探针使用。',
};
