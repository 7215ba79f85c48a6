/** Refusals of resources of a target, told, scraped or uploaded, in Chinese. */
export const resourceRefusals = {
  scrape_secret: 'URL 中的机密会随计划显示。请让该地址无需机密即可访问。',
  source_name_twice: '两个来源的名称相同。',
  resource_empty: '文件没有数据行。',
  resource_rows_most: '文件超过 {{most}} 行。',
  resource_columns_most: '文件超过 {{most}} 列。',
  resource_quote: '第 {{line}} 行的引号不匹配（文件的第 {{at}} 个字符）。',
  resource_ragged: '第 {{line}} 行有 {{fields}} 个字段，而表头有 {{columns}} 个。',
  resource_no_time: '没有表示时间的列。请把一列命名为“time”，内容为时刻、ISO 时间，或自 1970 年或运行开始以来的秒数。',
  resource_no_clock: '{{tool}} 的这些行中没有时间。请用 {{option}} 记录。',
  resource_moment: '第 {{line}} 行：“{{got}}”不是可读取的时间。',
  resource_number: '第 {{line}} 行“{{column}}”列：“{{got}}”不是数字。',
  resource_no_metric: '没有可识别为 CPU、内存、磁盘、套接字或线程的列。现有的列：{{columns}}。',
  resource_cores: '进程的 CPU 以一个核的占比表示，而文件没有说明有多少核。',
  resource_outside: '文件没有落在运行期间的行。文件覆盖 {{first}} 至 {{last}}，运行为 {{from}} 至 {{to}}（UTC）。请设置文件的时区或偏移。',
} as const;
