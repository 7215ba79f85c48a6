/** Text about the ways in beside the password, in Chinese. */
import type * as en from '../../en/team/sign-in.ts';
import type { Translation } from '../../words.ts';

export const ways: Translation<typeof en.waysWords> = {
  provider: '用 {{provider}} 登录',
  or: '或使用密码',
  signedInBy: '你用 {{provider}} 登录：邮箱、密码和第二因素都由它管理。',
  noPassword: '你的账号没有密码：你用 {{provider}} 登录。',
  secondFactor: '这里要求第二因素。请在下方开启一个；之后即可使用 Plimsoll 的其余部分。',
  showFactor: '这里要求第二因素。请出示你的通行密钥；之后即可使用 Plimsoll 的其余部分。',
  failed: {
    cancelled: '没有登录：身份提供方表示已取消。',
    provider: '身份提供方的回答无法使用。请重试；如果一直如此，本实例的运维者可在 API 日志中找到原因。',
    expired: '本次登录耗时过长、在另一个浏览器中开始，或已被使用。请重新开始。',
    signed_out: '你在进入这里的同时已在身份提供方退出。请重新登录。',
    unverified: '身份提供方没有说明你的邮箱已验证。请在那里验证，或联系其管理员。',
    no_group: '你在身份提供方的组在这里都没有角色。请联系其管理员，或向团队索取邀请。',
    no_account: '你在这里还没有账号。请向团队的所有者或管理员索取邀请链接并打开它。',
    other_subject: '使用你邮箱的账号在身份提供方属于另一个人。请联系本实例的所有者：那个账号需要换一个邮箱。',
    no_second_factor: '身份提供方没有说明它向你要求了第二因素。请在那里开启、退出并重新登录；或联系其管理员。',
    groups_hidden: '你所在的组太多，身份提供方没有列出它们。其管理员可以只发送与 Plimsoll 有关的组。',
  },
};

export const passkey: Translation<typeof en.passkeyWords> = {
  title: '通行密钥',
  what: '通行密钥无需密码即可登录，并同时算作两个因素：你的设备会要求指纹、面容或 PIN。',
  none: '你在这里还没有通行密钥。',
  name: '通行密钥的名称',
  nameHint: '例如保存它的设备。',
  add: '添加通行密钥',
  done: '通行密钥已添加。从现在起可用它登录。',
  added: '添加于 {{day}}',
  used: '上次使用 {{day}}',
  neverUsed: '从未使用',
  rename: '重命名 {{name}}',
  remove: '移除',
  removeOne: '移除通行密钥 {{name}}',
  signIn: '用通行密钥登录',
  show: '出示你的通行密钥',
  browserNo: '浏览器没有使用通行密钥：已取消、此地址没有通行密钥，或设备无法验证你本人。',
};

export const breakGlass: Translation<typeof en.breakGlassWords> = {
  title: '运维者的入口',
  what: '此链接让本实例的一位所有者登录一次，为时一小时。它会记入审计日志，实例发送邮件时还会通知所有者。',
  enter: '登录',
};

export const teamSignIn: Translation<typeof en.teamSignInWords> = {
  title: '如何登录',
  passwords: '用邮箱和密码。',
  passkeys: '用通行密钥。',
  provider: '用 {{provider}}。',
  providerOnly: '仅用 {{provider}}：密码以及设置新密码的链接均已关闭。',
  secondFactor: '只有密码还不够：需要两步验证或通行密钥。',
  providerFactor: {
    provider: '通过身份提供方登录的人，由提供方负责第二因素。',
    told: '身份提供方必须说明它要求了第二因素。',
    passkey: '在身份提供方之后，还要求 Plimsoll 的通行密钥。',
  },
  byOperator: '由本实例的运维者设置。',
  groupsOf: '组及其角色',
  group: '组',
  role: '在本团队的角色',
  groups: '每次有人登录时都会查看组的角色。在这里给予的角色保留在其下。',
};
