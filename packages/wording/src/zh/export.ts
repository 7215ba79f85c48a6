/** Text of the menu of files, in Chinese. */
import type * as en from '../en/export.ts';
import type { Translation } from '../words.ts';

const exportText: Translation<typeof en.exportWords> = {
  title: '导出',
  run: {
    html: { name: '报告（HTML）', what: '一个可离线打开的文件：结论、经过、图表、表格，以及不含机密的计划' },
    csv: { name: 'CSV 表格', what: '每秒一行，含目标的 CPU、内存和磁盘' },
    hlog: { name: 'HdrHistogram 日志', what: '每一秒、每种时间、每个请求各一个直方图（.hlog）' },
    hdr: { name: '百分位表', what: '从 p0 到 p100 的响应时间，格式与 HdrHistogram 的输出一致' },
    json: { name: 'JSON 数据', what: '运行、它的计划以及每一秒' },
  },
  comparison: {
    html: { name: '报告（HTML）', what: '一个可离线打开的文件：带置信区间的结论、图表，以及不含机密的计划' },
    csv: { name: 'CSV 表格', what: '每个指标一行：基准、候选、差异、置信区间、结论' },
  },
  print: { name: '打印或存为 PDF', what: '把本页印到纸上' },
};

export { exportText as export };
