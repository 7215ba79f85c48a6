/** Text of what a team is told of, in Chinese. */
import type * as en from '../../en/team/telling.ts';
import type { Translation } from '../../words.ts';

export const telling: Translation<typeof en.tellingWords> = {
  finished: '{{run}} 已结束。',
  failedThreshold: '{{run}} 未达到阈值。',
  worse: '{{run}} 比基线差。',
  fault: '{{run}}：{{state}}。',
  run: '{{plan}}，运行 {{number}}',
  regression: '{{name}}：实验确认 {{metric}} 变差。',
  change: '{{metric}}：{{change}}。',
  changeBetween: '{{metric}}：{{change}}（{{interval}}）。',
  missed_other: '定时任务“{{name}}”错过了 {{count}} 次运行，第一次应在 {{due}} 开始。',
  blind: '定时任务“{{name}}”的演练未被发现：它的门禁看不出变差。',
  because: {
    stillRunning: '上一次运行仍在进行。',
    down: '当时 Plimsoll 没有运行。',
    author: '它的创建者已无权启动此负载，因此已暂停。恢复它，即可以你的权限启动。',
    busy: '另一个定时任务持续压测其目标一小时。',
    refused: '负载被拒绝。',
    blind: '演练植入了减速，而与基线的对比没有得出变差的结论：同样大小的真实减速也会被漏掉。运行越长，能看出的变化越小。',
  },
  test: '这是对“{{name}}”的测试。',
  testWhy: '团队 {{team}} 中有人在 Plimsoll 上点了“测试”。没有发生任何事情。',
  open: '在 Plimsoll 中打开',
  mailEnd: '此邮件由团队 {{team}} 的通知“{{name}}”发送给你。团队管理员可以更改。',
};

export const deliveryFailure: Translation<typeof en.deliveryFailureWords> = {
  status: '对方返回 {{status}}。',
  late: '对方在 {{seconds}} 秒内没有应答。',
  refused: '运维者不允许向此地址发送消息。可在 PLIMSOLL_TARGETS 中列出它，或用 PLIMSOLL_MESSAGES 开放公网地址。',
  unreachable: '无法连接，或连接中断。',
  redirect: '对方返回重定向 {{status}}。不会跟随重定向。',
  gone: '对方返回 410，不再接收消息，因此此通知已关闭。',
  notTaken: '邮件服务器没有接收此邮件。',
  noMail: '此实例不发送邮件。',
  receiver: '接收人已不是团队成员。',
  unreadable: '无法读取其地址或密钥：它是用另一个密钥保存的。',
  expired: '已等待超过两天，因此放弃。',
};
