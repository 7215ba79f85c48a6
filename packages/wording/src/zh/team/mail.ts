/** Text of mails, in Chinese. */
import type * as en from '../../en/team/mail.ts';
import type { Translation } from '../../words.ts';

export const mail: Translation<typeof en.mailWords> = {
  invitation: {
    subject: '{{inviter}} 邀请你加入 Plimsoll 上的 {{team}}',
    text: '{{inviter}} 邀请你以{{role}}的身份加入 Plimsoll 上的团队“{{team}}”。\n\n打开此链接即可加入：\n{{url}}\n\n此链接仅供你本人使用。如果你不认识 {{inviter}}，请忽略此邮件。\n',
  },
  reset: {
    subject: '设置 Plimsoll 的新密码',
    text_other:
      '打开此链接即可设置新密码：\n{{url}}\n\n此链接只能用一次，{{count}} 小时内有效。如果这不是你本人的请求，请忽略此邮件：你的密码保持不变。\n',
  },
  addressChanged: {
    subject: '你的 Plimsoll 账号更换了邮箱',
    text: '你的 Plimsoll 账号更换了邮箱。这是发往旧邮箱的最后一封邮件。\n\n如果不是你本人更改的，请立即告知你团队的管理员。\n',
  },
  accessChanged: {
    subject: '你的 Plimsoll 账号的登录方式已更改',
    text: '{{what}}操作来自 {{address}}。\n\n如果不是你本人，请设置新密码或在身份提供方登录，查看你的账号页面，并立即告知你团队的管理员。\n',
    what: {
      password: '你的 Plimsoll 账号更改了密码，其他浏览器均已退出登录。',
      twoFactorOn: '你的 Plimsoll 账号开启了两步验证。',
      twoFactorOff: '你的 Plimsoll 账号关闭了两步验证。',
      passkeyAdded: '你的 Plimsoll 账号添加了一个通行密钥。',
      passkeyRemoved: '你的 Plimsoll 账号移除了一个通行密钥，用它登录的其他浏览器均已退出登录。',
    },
  },
  breakGlass: {
    subject: '有人绕过登录进入了你的 Plimsoll 实例',
    text: '有人使用了“plimsoll break-glass”的链接：{{address}} 以 {{name}} 的身份登录一小时。这种链接是在实例所在的机器上生成的。\n\n如果你不知道原因，请结束 {{name}} 的会话并查看审计日志。\n',
  },
  role: { owner: '所有者', admin: '管理员', editor: '编辑者', viewer: '查看者' },
};
