/** Text of a plan that is shown without what cannot be read, in Chinese. */
import type * as en from '../../en/run/unreadable.ts';
import type { Translation } from '../../words.ts';

export const unreadable: Translation<typeof en.unreadableWords> = {
  plan: '这个计划有部分内容无法读取：它由更新版本的 Plimsoll 保存，或在数据库中损坏。以下部分已略去或替换：',
  run: '这次运行的计划有部分内容无法读取：它由更新版本的 Plimsoll 保存，或在数据库中损坏。数据仍是当时测得的。以下部分已略去或替换：',
  experiment:
    '这个实验的计划有部分内容无法读取：它们由更新版本的 Plimsoll 保存，或在数据库中损坏。数据仍是当时测得的。以下部分已略去或替换：',
  whole: '整个计划',
  todo: '这样的计划不能运行或编辑。请启动你在此数据库上用过的最新版本的 Plimsoll、恢复备份，或编写新的计划。',
  off: '这个计划有部分内容无法读取，因此不能运行或编辑。',
  known: '计划（可读取的部分）',
};
