/** Failures of the store and of the analysis, by their codes, in Chinese. */
import type * as en from '../../en/run/failure.ts';
import type { Translation } from '../../words.ts';

export const storeError: Translation<typeof en.storeErrorWords> = {
  runs_over_cap: '团队有 {{active}} 次运行在排队或进行中，上限是 {{cap}}。请等待其中一次结束，或停止一次。',
  experiments_over_cap: '团队有 {{active}} 个实验在排队或进行中，上限是 {{cap}}。请等待其中一个结束，或停止一个。',
  person_over_cap: '你在所有团队中共有 {{active}} 次运行在排队或进行中，一个人的上限是 {{cap}}。请等待其中一次结束，或停止一次。',
  installation_over_cap: '本实例有 {{active}} 次运行在排队或进行中，上限是 {{cap}}。请等其中一些结束后重试。',
  person_experiments_over_cap:
    '你在所有团队中共有 {{active}} 个实验在排队或进行中，一个人的上限是 {{cap}}。请等待其中一个结束，或停止一个。',
  installation_experiments_over_cap: '本实例有 {{active}} 个实验在排队或进行中，上限是 {{cap}}。请等其中一些结束后重试。',
  imports_often: '团队每分钟最多开始 {{most}} 次导入。',
  import_rows: '团队 24 小时内最多导入 {{most}} 秒有数据的记录。已导入 {{used}}，这个文件有 {{needed}}。',
  import_seconds: '团队 24 小时内导入的运行总时长最多 {{most}} 秒。已导入 {{used}}，这个文件有 {{needed}}。',
  import_bytes: '团队 24 小时内导入的文件解压后总共最多 {{most}} MB。已导入 {{used}} MB，这个文件至少有 {{needed}} MB。',
  load_held: '本实例的所有者自 {{since}} 起暂停了全部负载。放行之前不会开始任何任务。',
  bad_cursor: '这个分页游标不是本系统给出的，或属于另一个列表。请去掉它重新开始。',
  newer_schema: '数据库由更新版本的 Plimsoll 创建：其中有此版本不认识的迁移“{{migration}}”。请启动更新的版本，或恢复升级前的备份。',
  schema_gap: '数据库中有迁移“{{later}}”，却缺少在它之前的“{{migration}}”：它既不是由此版本、也不是由更早的版本创建的。请恢复之前的备份。',
  schema_behind: '数据库缺少此版本需要的迁移“{{migration}}”。请启动此版本的 API，或执行 `plimsoll upgrade`：两者都会完成升级。',
  workers_of_before: '迁移“{{migration}}”会去掉旧版本工作进程仍在使用的内容。请先停止：{{workers}}。',
  newer_backup: '备份由更新版本的 Plimsoll 创建：其中有此版本不认识的迁移“{{migration}}”。请用更新的版本恢复。',
  unreadable_backup: '这不是 Plimsoll 的备份，或者已损坏、不完整。没有恢复任何内容。',
  archive_away: '这次运行的逐秒数据在归档中，而归档没有响应。请重试。',
  archive_missing: '这次运行的逐秒数据应在归档中，但那里没有。请询问本实例的运维人员：他们可能有副本。',
  archive_damaged: '这次运行的逐秒数据在归档中，但已损坏。请询问本实例的运维人员：他们可能有副本。',
  archive_newer: '更新版本的 Plimsoll 以格式 {{format}} 把这次运行的逐秒数据移到了归档，此版本无法读取。',
  archive_not_set: '这次运行的逐秒数据在归档中，而本实例不再指定归档：未设置 PLIMSOLL_S3_BUCKET。',
  file_not_kept: '没有保留这个文件。只有本实例有归档、且导入时归档有响应，导入的文件才会保留。',
  file_away: '这个文件在归档中，而归档没有响应。请重试。',
  file_missing: '这个文件应在归档中，但那里没有。请询问本实例的运维人员：他们可能有副本。',
  file_damaged: '这个文件在归档中，但已损坏。请询问本实例的运维人员：他们可能有副本。',
  export_no_archive: '导出团队的全部内容需要归档，而本实例没有。单次运行可在其页面导出。',
  export_not_ready: '这个导出还没有准备好。',
  database_not_empty: '这个数据库中已有账号。备份只能恢复到空数据库。',
  database_too_new: '这个数据库已由比备份更新的版本创建。请在 Plimsoll 启动之前恢复到空数据库。',
  bad_secret_key: 'PLIMSOLL_SECRET_KEY 至少需要 {{least}} 个字符。',
  unreadable_secret: '机密“{{field}}”无法读取：保存它时用的是另一个 PLIMSOLL_SECRET_KEY。',
  unreadable_plan: '保存的计划不再符合计划格式{{place}}：{{problem}}没有发送任何请求。请修正计划并重新保存。',
  idempotency_key_reused: '这个 Idempotency-Key 已用于另一个请求体。新请求请使用新的键。',
  last_owner: '团队需要一位所有者。请先让别人成为所有者。',
  owners_only: '只有团队的所有者可以授予、更改或收回所有者角色。',
  already_member: '已经是成员。',
  account_exists: '这个邮箱已有账号。请用它登录，然后再次打开链接。',
  other_teams: '此人还属于其他团队：只有本实例的所有者可以为其创建密码链接。',
  own_reset: '请在账号页面用当前密码更改自己的密码。如果忘记了，请让系统寄送链接，或联系另一位管理员。',
  plan_changed: '在此期间有人保存了这个计划：你看到的是修订 {{asked}}，现在是修订 {{kept}}。请重新读取后再更改。',
  invitation_of_another: '这个邀请是给另一个邮箱的。请用对应的账号登录。',
};

export const failurePlace: Translation<typeof en.failurePlaceWords> = { plan: '（位于 {{field}}）' };

export const storeWait: Translation<typeof en.storeWaitWords> = {
  silent: '数据库或它前面的连接池没有响应。正在等待。',
  migrated: '另一个进程正在把数据库升级到其版本的结构：{{by}}。正在等待。',
  locked: '有其他进程在使用这些表，无法更改数据库结构：{{by}}。正在重试。',
  by: '{{name}}（进程 {{pid}}，自 {{since}} 起）',
  somebody: '它刚刚结束',
};

export const analysisError: Translation<typeof en.analysisErrorWords> = {
  no_such_request: '计划中没有请求“{{request}}”。',
  no_such_region: '计划的发压端不在区域“{{region}}”中。',
  not_kept_by_request: '这种时间没有按请求保存。',
  unknown_run: '没有这次运行。',
  run_not_over: '运行“{{name}}”还没有结束。',
  samples_gone: '团队不再保留运行“{{name}}”的样本，因此无法再对比。它的数据仍在其页面上。已保存的对比和基线的运行会保留样本。',
  run_given_up: '已放弃计算这次运行的数据：计算线程已结束。更短的运行可能会成功。',
  comparison_given_up: '已放弃这次对比：计算线程已结束。更少或更短的运行可能会成功。',
  import_given_up: '读取这个文件需要太多内存。请一次导入更少的请求，或导入工具的摘要。',
  live_given_up: '已放弃实时数据：计算线程已结束。',
  closed: '服务器正在关闭。',
  too_many_questions: '已有 {{count}} 个数据查询在等待。',
  asker_gone: '已经没有人在等待这个答复。',
};
