/** Text of the page about one's own account, in Chinese. */
import type * as en from '../../en/team/person.ts';
import type { Translation } from '../../words.ts';

export const person: Translation<typeof en.personWords> = {
  password: '密码',
  passwordWhat: '设置新密码后，你会立即在其他所有设备上退出登录，你创建的未用邀请和密码链接也会失效。API 令牌继续有效；请在团队页面撤销。',
  current: '当前密码',
  next: '新密码',
  change: '更改密码',
  changed: '密码已更改。你已在其他所有设备上退出登录。',
  wrong: '这不是当前密码。',
};

export const ownEmail: Translation<typeof en.ownEmailWords> = {
  title: '电子邮箱',
  what: '你用它登录。',
  next: '新邮箱',
  password: '密码',
  change: '更改邮箱',
  changed: '从现在起你用 {{email}} 登录。',
  taken: '这个邮箱已有账号。',
};

export const sessions: Translation<typeof en.sessionsWords> = {
  title: '已登录的设备',
  what: '结束的会话会立即退出登录；它打开的页面会在 5 秒内结束。',
  here: '当前浏览器',
  unknown: '未知程序',
  detail: '自 {{since}} 起 · 最近出现 {{seen}}',
  from: '来自 {{address}}',
  end: '退出登录',
  endOne: '退出 {{agent}}（自 {{since}} 起）',
  all: '在所有设备上退出登录',
  allAsk: '在所有设备上退出登录？',
  allText: '登录了你账号的所有浏览器都会退出登录，包括当前这个。API 令牌继续有效。',
};

export const language: Translation<typeof en.languageWords> = {
  title: '语言',
  choose: '你的语言',
  what: '在你登录的所有设备和发给你的邮件中使用。',
  browser: '跟随浏览器',
};
