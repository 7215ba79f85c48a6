/** Text about the two claims on arms that ran at once, in Chinese. */
import type * as en from '../../en/comparison/claims.ts';
import type { Translation } from '../../words.ts';

export const claims: Translation<typeof en.claimsWords> = {
  title: '两种论断',
  services: '这两个正在运行的服务相差',
  builds: '这两个构建相差',
  unknown: '未知',
  servicesOnly: '尚不知同一构建各次启动之间相差多少，因此这只适用于正在运行的服务。对该计划做一次 A/A 实验，或在实验中重启服务，即可得知。',
  corrected: '这里的区间对所有指标和所有查看时刻同时成立，因此比上方单个数值的区间更宽。',
  ofPairs: 'p50 和速率的变化是各对相同秒数变化的中值，其区间也是如此；旁边的数值统计全部请求。',
  closing: '{{metric}} 的变化，逐渐收窄',
  closingSummary: '压测 {{time}} 后：{{low}} 至 {{high}}。',
  closingWhy: '压测时间从 0:00 到 {{end}}；虚线为 ±{{limit}}。这个区间随时可以查看。没有人据此停止：结论在计划好的时刻得出。',
};

export const power: Translation<typeof en.powerWords> = {
  sees: {
    more: '此设置在 {{time}} 内能看出 {{change}} 的变化；{{least}} 以内的变化判为无差异。',
    enough: '此设置在 {{time}} 内能看出 {{change}} 的变化。',
    needs: '此设置在 {{time}} 内能看出 {{change}} 的变化；{{detect}} 需要 {{needed}}。',
    never: '此设置在 {{time}} 内能看出 {{change}} 的变化；{{detect}} 需要一天以上。',
  },
  saw: {
    more: '它在 {{time}} 内本可看出 {{change}} 的变化；{{least}} 以内的变化判为无差异。',
    enough: '它在 {{time}} 内本可看出 {{change}} 的变化。',
    needs: '它在 {{time}} 内本可看出 {{change}} 的变化；{{detect}} 本需要 {{needed}}。',
    never: '它在 {{time}} 内本可看出 {{change}} 的变化；{{detect}} 本需要一天以上。',
  },
  ofMetric: '{{metric}} {{change}}',
  from: {
    experiment: '依据该计划最近一次实验。',
    runs: '依据该计划先后进行的两次运行：同时运行能看出更小的变化。',
    pilot: '依据它最初的 20 秒。',
    itself: '',
  },
  unknown: '它最初的 20 秒会告诉你它能看出多小的变化。',
  unknownOver: '它太短，无法得知本可看出多小的变化。',
};
