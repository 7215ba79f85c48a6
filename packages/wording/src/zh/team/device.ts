/** Text of the page on which a person lets a machine have a token, in Chinese. */
import type * as en from '../../en/team/device.ts';
import type { Translation } from '../../words.ts';

export const device: Translation<typeof en.deviceWords> = {
  title: '登录一台机器',
  what: '请输入 plimsoll login 在其终端中显示的代码。',
  code: '代码',
  look: '继续',
  asks: '{{machine}} 申请令牌',
  from: '{{ago}}申请，来自 {{address}}。',
  gets: '它可在 {{days}} 天内运行并读取 {{team}} 的全部内容，令牌以它命名。你可随时在团队页面撤销。',
  sure: '仅当这次登录由你本人发起，且终端显示代码 {{code}} 时才批准。没有人需要把代码发给你。',
  approve: '批准',
  deny: '拒绝',
  approved: '{{machine}} 已获得令牌。请回到它的终端。',
  denied: '{{machine}} 不会获得令牌。',
  tokens: '查看团队的令牌',
  other: '输入另一个代码',
};
