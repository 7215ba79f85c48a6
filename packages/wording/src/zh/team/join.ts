/** Text of the pages that lead a person in, in Chinese. */
import type * as en from '../../en/team/join.ts';
import type { Translation } from '../../words.ts';

export const join: Translation<typeof en.joinWords> = {
  title: '加入 {{team}}',
  memberTitle: '你已在 {{team}} 中',
  toTeam: '前往 {{team}}',
  plainTitle: '邀请',
  invited: '{{inviter}} 邀请你加入团队 {{team}}。你的角色将是{{role}}。',
  may: {
    owner: '所有者可以做任何事，并决定还有谁是所有者。',
    admin: '管理员可以运行和更改一切，并管理成员、邀请和审计日志。',
    editor: '编辑者可以运行、对比、更改、删除和分享，并为程序创建令牌。',
    viewer: '查看者可以查看运行、计划、对比和实验，不能更改任何内容。',
  },
  submit: '加入团队',
  account: '已经有账号了？',
  signIn: '登录并加入',
  signedIn: '你以 {{name}}（{{email}}）的身份登录。',
  withThis: '以 {{name}} 的身份加入',
  other: '退出登录，换一个账号加入',
  taken: '这个邮箱已有账号。请用它登录；邀请会保留。',
  goneTitle: '此邀请已失效',
  goneText: '它已被使用、被撤销或已过期。请向邀请你的人索取新的邀请。',
  home: '前往 Plimsoll',
  welcome: '欢迎加入 {{team}}',
};

export const reset: Translation<typeof en.resetWords> = {
  title: '设置新密码',
  what: '此链接只能用一次。登录了此账号的所有设备都会退出登录。',
  submit: '设置密码',
  done: '新密码已设置。请用它登录。',
  goneTitle: '此链接已失效',
  goneText: '它已被使用、被更新的链接取代或已过期。请重新索取。',
  askTitle: '忘记密码？',
  askText: '请输入你的邮箱：我们会寄给你一个设置新密码的链接，一小时内有效。',
  ask: '把链接寄给我',
  asked: '如果这个邮箱有账号，链接正在寄往该邮箱。',
  noMail: '本实例不发送邮件。请联系团队的所有者或管理员：他们可以在“成员”页面为你创建链接。',
  back: '返回登录',
};

export const signUp: Translation<typeof en.signUpWords> = {
  title: '创建账号',
  submit: '创建账号',
  closed: '在这里注册需要邀请。请向团队的所有者或管理员索取链接：他们可以在“成员”页面创建。',
  taken: '这个邮箱已有账号。请登录，或重设密码。',
  have: '已经有账号了？',
  signIn: '登录',
};

export const newTeam: Translation<typeof en.newTeamWords> = {
  title: '新建团队',
  what: '团队有自己的历史、计划、令牌和链接。你将是它的所有者，并可以邀请他人。',
  name: '团队名称',
  submit: '创建团队',
  cancel: '返回',
  noneTitle: '你不属于任何团队',
  noneAsk: '请向团队的所有者或管理员索取邀请链接，并以 {{email}} 登录后打开它。',
  noneMake: '或者自己创建一个团队。',
  signOut: '退出登录',
};
