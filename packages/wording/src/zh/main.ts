/** Text of the first page of a stranger, and what every page says, in Chinese. */
import type * as en from '../en/main.ts';
import type { Translation } from '../words.ts';

export const common: Translation<typeof en.commonWords> = {
  cancel: '取消',
  undo: '撤消',
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  loading: '正在加载…',
  none: '无',
  noAnswer: '服务器没有响应',
  opensLater: '恢复响应后，此页会自动打开。',
  reconnecting: '正在重新连接…',
  reload: '重新加载页面',
  removeRow: '移除第 {{row}} 行',
  save: '保存',
  showPassword: '显示或隐藏密码',
  tryAgain: '重试',
  unexpected: '发生了意外情况。请重试；如果问题依旧，请查看服务器日志。',
  wentWrong: '出了点问题',
};

export const notFound: Translation<typeof en.notFoundWords> = {
  title: '这里什么也没有',
  text: '此地址无效。内容可能已被删除，或属于其他团队。',
  action: '返回首页',
};

export const setup: Translation<typeof en.setupWords> = {
  title: '设置 Plimsoll',
  intro: '创建所有者账号和第一个团队。两者都只保存在这台机器上。',
  name: '你的名字',
  email: '电子邮箱',
  password: '密码',
  passwordHint: '至少 10 个字符。',
  team: '团队名称',
  teamHint: '运行和计划归团队所有。',
  submit: '创建所有者和团队',
  checks: '系统检查',
  database: '数据库',
  queue: '队列',
  workers: '工作进程',
  fine: '正常',
  missing: '缺失',
  databaseFix: '请启动 PostgreSQL，或不设置 DATABASE_URL 以使用内置数据库。',
  queueFix: '请启动 Redis，或不设置 REDIS_URL 以用 PostgreSQL 排队。',
  workersFix: 'npm start 会自带一个。如果使用自己的 DATABASE_URL 和 PLIMSOLL_SECRET_KEY，请用 npm run worker 启动。',
};

export const signIn: Translation<typeof en.signInWords> = {
  title: '登录 Plimsoll',
  submit: '登录',
  wrong: '邮箱或密码错误。',
  noEmail: '请填写有效的邮箱。',
  noPassword: '请输入密码。',
  forgot: '忘记密码？',
  noAccount: '没有账号？',
};
