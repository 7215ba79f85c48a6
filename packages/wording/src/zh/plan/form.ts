/** A form's words about typed text before any schema sees it, in Chinese. */
import type * as en from '../../en/plan/form.ts';
import type { Translation } from '../../words.ts';

export const form: Translation<typeof en.formWords> = {
  noNumber: '“{{typed}}”不是数字。',
  numberNeeded: '请填写数字。',
  twoValues: '至少两个值。',
  noneOf: '请使用其中之一：{{choices}}。实际为“{{typed}}”。',
  twice: '“{{typed}}”重复出现。',
  whichShare: '请填写比例。',
  whichFile: '请选择文件。',
  whichMethod: '请选择方法。',
  noJson: '从第 {{column}} 列起不是有效的 JSON。',
  howManyBytes: '请填写字节数。',
};

export const server: Translation<typeof en.serverWords> = {
  unreachable: '无法连到服务器。请检查 Plimsoll 是否在运行，然后重试。',
  answered: '服务器返回了 {{status}}。',
};
