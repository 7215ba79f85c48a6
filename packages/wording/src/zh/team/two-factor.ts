/** Text of the second factor, in Chinese. */
import type * as en from '../../en/team/two-factor.ts';
import type { Translation } from '../../words.ts';

export const twoFactor: Translation<typeof en.twoFactorWords> = {
  title: '两步验证',
  what: '输入密码后，还需要输入验证器应用的验证码。只有密码无法登录。',
  isOff: '两步验证已关闭。',
  isOn: '两步验证已开启。',
  left_other: '还剩 {{count}} 个恢复码。',
  password: '你的密码',
  begin: '设置',
  scan: '用验证器应用扫描',
  picture: '用验证器应用扫描的二维码',
  typeIt: '手边没有摄像头？请把这个密钥输入应用：',
  copyKey: '复制密钥',
  recovery: '请保存这些恢复码',
  recoveryWhat: '丢失应用时，每个恢复码可以登录一次。它们只显示这一次；请保存在应用以外的地方。',
  copyCodes: '复制恢复码',
  confirm: '请输入应用显示的验证码',
  code: '验证码',
  codeHint: '六位数字，每 30 秒更新。',
  anyCode: '应用的验证码，或恢复码',
  turnOn: '开启',
  cancel: '暂不',
  turnedOn: '两步验证已开启。下次登录时需要验证码。',
  renew: '生成新的恢复码',
  renewWhat: '旧的恢复码会失效。',
  renewed: '这是你的新恢复码。旧的已失效。',
  off: '关闭',
  offWhat: '此后只需密码即可登录。',
  turnedOff: '两步验证已关闭。',
};

export const secondStep: Translation<typeof en.secondStepWords> = {
  title: '输入验证码',
  what: '验证器应用会显示验证码。如果丢失了应用，请输入一个恢复码。如果两者都没有，请联系本实例的所有者。',
  submit: '登录',
  back: '重新开始',
  ended: '本次登录耗时过长，或错误的验证码太多。请从密码开始重新登录。',
};
