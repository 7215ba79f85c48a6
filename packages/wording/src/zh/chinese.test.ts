import { readCatalogues } from '@plimsoll/testbed/pseudo-language';
import { afterEach, expect, it } from 'vitest';
import { kneeSentence } from '../sentences/comparison/capacity-sentence.ts';
import { listed, secondsPhrase } from '../sentences/list.ts';
import { validityReason } from '../sentences/validity-reason.ts';
import { addLanguage, type Catalogue, speakTo, textOf } from '../words.ts';
import { chinese } from './chinese.ts';

/** All texts of a catalogue by their places. */
function texts(catalogue: unknown, place: string): [place: string, text: string][] {
  if (typeof catalogue === 'string') return [[place, catalogue]];
  return Object.entries(catalogue as object).flatMap(([key, text]) => texts(text, `${place}.${key}`));
}

const spoken = await readCatalogues();
const english = new Map(spoken.flatMap(([name, said]) => texts(textOf(said as never) as Catalogue, name)));
const said = Object.entries(chinese).flatMap(([name, catalogue]) => texts(catalogue, name));
/** Letters besides placeholders, and no Chinese among them. */
const isForeign = (text: string) => !/\p{Script=Han}/u.test(text) && /\p{L}/u.test(text.replaceAll(/\{\{\w+\}\}/g, ''));

afterEach(() => speakTo(() => 'en'));

it('has every catalogue, those that no file here knows yet, too', () => {
  expect(Object.keys(chinese).sort()).toEqual(spoken.map(([name]) => name).sort());
});

it('says every text in Chinese, but for names, units and figures', () => {
  const alike = said.filter(([, text]) => isForeign(text)).map(([place]) => place);
  expect(alike.filter((place) => !sameInBoth.has(place))).toEqual([]);
  expect([...sameInBoth].filter((place) => !alike.includes(place))).toEqual([]);
});

it('has the placeholders of English and no other', () => {
  const names = (text = '') => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].sort();
  const wrong = said.filter(([place, text]) => names(text).join() !== names(english.get(place)).join()).map(([place]) => place);
  expect(wrong).toEqual([]);
});

it('joins lists as Chinese does', () => {
  addLanguage('zh', chinese);
  speakTo(() => 'zh');
  expect(listed(['p90', 'p95', 'p99'])).toBe('p90、p95、p99');
  expect(secondsPhrase([3, 4, 5, 9])).toBe('第 3 至 5、9 秒');
  expect(validityReason({ kind: 'worker_lost' })).toBe('工作进程已丢失：最后一两秒可能缺失。');
  expect(validityReason({ kind: 'worker_lost', regions: ['eu', 'us'] })).toContain('区域“eu”、“us”的工作进程已丢失');
});

it('says once what the limit was beyond a knee', () => {
  addLanguage('zh', chinese);
  speakTo(() => 'zh');
  const knee = { ceilingPerSecond: 400, setting: 40, last: 80, decline: 0, tolerance: 0.05, limit: 'network' } as const;
  expect(kneeSentence({ of: '40', ...knee })).toMatch(/。此后瓶颈在网络，而不在目标。$/);
});

/** Names, codes and units. */
const sameInBoth = new Set([
  'launching.protocols.http1',
  'launching.protocols.http2',
  'launching.protocols.grpc',
  'launching.protocols.websocket',
  'runs.api',
  'connections.timeP50',
  'newExperiment.ab',
  'experiment.p99',
  'metricFirst.p50',
  'metricFirst.p90',
  'metricFirst.p95',
  'metricFirst.p99',
  'metricFirst.p999',
  'metricShort.p50',
  'metricShort.p90',
  'metricShort.p95',
  'metricShort.p99',
  'metricShort.p999',
  'spokenProtocol.http1',
  'spokenProtocol.http2',
  'spokenProtocol.grpc',
  'spokenProtocol.websocket',
  'field.target.websocket',
  'httpClient.undici',
  'httpProtocol.http1',
  'httpProtocol.http2',
  'httpProtocol.auto',
  'experimentKind.ab',
  'name.httpStatus',
  'notifications.formats.slack',
  'notifications.formats.teams',
  'notifications.formats.discord',
  'launch.yaml',
  'launch.calledKind.http',
  'launch.calledKind.grpc',
  'launch.calledKind.websocket',
  'socketForm.publishedNone',
  'launch.url',
  'launchForm.jsonType.true',
  'launchForm.jsonType.false',
  'launchForm.jsonType.null',
  'paste.example',
  'spread.tool.nighthawk',
  'spread.tool.ab',
  'spread.tool.ghz',
  'spread.us',
  'run.tab.grpc',
  'config.mbit',
  'raw.p50',
  'raw.p99',
  'resource.cpu',
  'target.units.kibibytes',
  'target.units.mebibytes',
  'target.units.gibibytes',
  'target.metric.cpu',
  'badgePicture.label',
  'badgePicture.labelJudged',
  'settingValue.rate',
]);
