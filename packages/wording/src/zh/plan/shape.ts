/** Text of the tools that shape a load in the launch form, in Chinese. */
import type * as en from '../../en/plan/shape.ts';
import type { Translation } from '../../words.ts';

export const shape: Translation<typeof en.shapeWords> = {
  staircaseWhat: '从 0 升到每一级并保持。会替换下面的阶段，之后仍可编辑。',
  from: '从（每秒）',
  to: '到（每秒）',
  step: '级差（每秒）',
  ramp: '上升',
  hold: '保持',
  build: '生成阶段',
  stairs_other: '{{count}} 个阶段，{{length}}，约 {{requests}} 个请求。',
  built_other: '负载现在有 {{count}} 个阶段。',

  perLoopWhat: '有些工具（如 nighthawk_client）按每个事件循环计算速率和连接数。这里是整次运行的值。',
  loops: '事件循环',
  rateEach: '每个的速率（每秒）',
  connectionsEach: '每个的连接数',
  fillIn: '填入总数',
  filledIn: '已填入速率和连接数。',
  loopSum_other: '{{count}} 个循环 × {{each}}/s × {{connections}} 个连接 = {{rate}}/s，共 {{total}} 个连接。',

  presetsTitle: '从一项研究开始',
  presetsWhat: '点击一次即可设置负载及其结束方式。URL、请求头、请求体和检查保持不变。按下“运行”之前不会发送任何请求。',
  aimedAt: '目标是 {{url}}。',
  aimedNowhere: '表单中还没有 URL：请稍后填写。',
  peak: '最高 {{peak}}/s，持续 {{length}}，最多 {{connections}} 个连接。',
  users: '同时 {{connections}} 个流，持续 {{length}}。',
  chosen: '已设置负载：{{name}}。',
  preset: {
    capacity: { name: '容量研究', what: '它能否承受某个速率两分钟，此时有多快？之后把速率提高到你预期的值。' },
    overload: { name: '寻找 503', what: '从哪个速率起它开始落后、失败或拒绝，超过之后又会怎样？速率每级升高 50/s。' },
    overloadFar: { name: '寻找 503（远超上限）', what: '同上，高出一倍：它是丢弃负载还是让所有请求变慢，能否挺过去？' },
    spike: { name: '突发', what: '它能否挺过突然十倍的负载，恢复需要多久？' },
    soak: { name: '长稳', what: '同样的负载持续两小时，它会变慢或泄漏吗？' },
    breakpoint: { name: '断点', what: '它在哪个速率崩溃？负载不断上升，直到 5 % 的请求失败，然后结束。' },
    languageModel: {
      name: '语言模型',
      what: '首个 token 多快到达，其余 token 多快？还会设置请求体（取自数据行的提示词、max_tokens、stream）和 token 的统计方式。',
    },
  },
};
