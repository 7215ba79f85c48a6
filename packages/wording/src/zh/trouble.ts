/** Troubles between the installation and its database or its queue, in Chinese. */
import type * as en from '../en/trouble.ts';
import type { Translation } from '../words.ts';

export const trouble: Translation<typeof en.troubleWords> = {
  database: {
    unreachable: '按 DATABASE_URL 无法连到 PostgreSQL。请启动它，或检查地址和网络。',
    silent: 'PostgreSQL 没有响应：它已挂起，或发往它的数据包丢失。',
    wrong_password: 'PostgreSQL 拒绝 DATABASE_URL 中的用户或密码。',
    untrusted_certificate: 'PostgreSQL 的证书不受信任。请在 DATABASE_URL（sslrootcert）或 NODE_EXTRA_CA_CERTS 中指定其签发机构。',
    no_tls: 'DATABASE_URL 要求 TLS，但 PostgreSQL 不支持。',
    read_only: 'PostgreSQL 处于只读状态：DATABASE_URL 指向备库，或指向拒绝写入的服务器。恢复写入后，工作会继续。',
    refuses_connections: 'PostgreSQL 现在不接受连接：它正在启动、正在停止，或连接已用完。',
    disk_full: 'PostgreSQL 的磁盘已满：请腾出空间。已保存的数据仍可读取。',
    other: 'PostgreSQL 拒绝了一条语句。日志中有服务器的原话。',
  },
  queue: {
    unreachable: '按 REDIS_URL 无法连到 Redis。运行会晚几秒开始。',
    silent: 'Redis 没有响应：它已挂起，或发往它的数据包丢失。运行会晚几秒开始。',
    wrong_password: 'Redis 拒绝 REDIS_URL 中的用户或密码。运行会晚几秒开始。',
    untrusted_certificate: 'Redis 的证书不受信任。请在 NODE_EXTRA_CA_CERTS 中指定其签发机构。运行会晚几秒开始。',
    no_tls: 'REDIS_URL 要求 TLS，但 Redis 不支持。运行会晚几秒开始。',
    read_only: 'Redis 处于只读状态：REDIS_URL 指向副本。运行会晚几秒开始。',
    refuses_connections: 'Redis 现在不接受命令：它正在加载数据，或已失去主节点。运行会晚几秒开始。',
    disk_full: 'Redis 没有剩余空间。运行会晚几秒开始。',
    other: 'Redis 拒绝了一条命令。日志中有服务器的原话。运行会晚几秒开始。',
  },
  archive: {
    unreachable: '按 PLIMSOLL_S3_ENDPOINT 无法连到归档。已移到那里的运行的图表需要等待；不会移动或丢失任何内容。',
    silent: '归档没有响应。已移到那里的运行的图表需要等待；不会移动或丢失任何内容。',
    untrusted_certificate: '归档的证书不受信任。请在 NODE_EXTRA_CA_CERTS 中指定其签发机构。',
    wrong_password: '归档拒绝 PLIMSOLL_S3_ACCESS_KEY_ID、其机密，或其权限：需要列出、读取、写入和删除。',
    no_bucket: '归档中没有 PLIMSOLL_S3_BUCKET 所指的存储桶。请创建它：Plimsoll 不会创建。',
    refuses_connections: '归档出错或过于繁忙。已移到那里的运行的图表需要等待；不会移动或丢失任何内容。',
    other: '归档拒绝了一个请求。日志中有服务器的原话。',
  },
};
