/** Text of the dialog that takes a command, in Chinese. */
import type * as en from '../../en/plan/paste.ts';
import type { Translation } from '../../words.ts';

export const paste: Translation<typeof en.pasteWords> = {
  title: '粘贴命令',
  what: 'curl、ab、wrk、hey、oha、autocannon、nighthawk_client、vegeta、fortio、ghz、AIPerf 或 GenAI-Perf 的命令行，k6 脚本、其 options 或其命令，或 ghz 的配置。只读取，从不运行。',
  text: '命令或 k6 options',
  example: 'wrk -c 200 -d 10s http://127.0.0.1:8080/',
  url: '目标（文本中没有写明时）',
  read: '填入表单',
  filled: '表单已填入 {{tool}} 命令的内容。',
  loadStays: '它没有说明负载：保留表单中的负载。',
  targetStays: '它没有写明目标：保留表单中的目标。',
  unmapped: '未进入计划的内容',
  notes: '值得了解',
};
