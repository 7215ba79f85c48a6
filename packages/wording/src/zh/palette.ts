/** Text of the palette, in Chinese. */
import type * as en from '../en/palette.ts';
import type { Translation } from '../words.ts';

export const palette: Translation<typeof en.paletteWords> = {
  title: '查找或执行',
  hint: '运行编号、名称、计划、视图、页面或操作',
  actions: '操作',
  pages: '页面',
  plans: '计划',
  views: '已保存的视图',
  runs: '运行',
  latest: '最近的运行',
  newRun: '新建运行',
  newExperiment: '新建实验',
  compare: '对比运行',
  help: '显示键盘快捷键',
  light: '使用浅色配色',
  dark: '使用深色配色',
  auto: '使用系统配色',
  run: '#{{number}} {{name}}',
  searchAll: '在全部运行中查找“{{text}}”',
  found_other: '{{count}} 个结果。按 Enter 打开“{{first}}”。',
  nothing: '没有名为“{{text}}”的内容。',
};
