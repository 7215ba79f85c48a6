/** The frozen content of a share with its sentences in the language of who reads it. What a version before froze has them already. */

import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { countsRequests, sayCounted } from '@plimsoll/contracts/counted-request';
import type { SettingName } from '@plimsoll/contracts/setting';
import type { Hideable, SharedContent, SharedExperiment } from '@plimsoll/contracts/share';
import { settingWords } from '../../en/names.ts';
import { sharedRequestWords } from '../../en/shared.ts';
import { isWord, settingValue } from '../../figures/setting-value.ts';
import { paragraph } from '../list.ts';
import { regionName } from '../region-name.ts';
import { runEndSentence } from '../run-end-sentence.ts';
import { sayStory } from '../story-sentence.ts';
import { sayKnown } from '../validity-reason.ts';
import { noiseSentence } from './arm-words.ts';
import { capacitySentence, kneeSentence } from './capacity-sentence.ts';
import { noSetting, remarksSentence, sharedFinding } from './experiment-sentence.ts';
import { highestSentence } from './highest-sentence.ts';
import { levelsSentence } from './level-words.ts';
import { namedVariants, sentenceOfArms } from './named-arms.ts';
import { sayComparison } from './say-comparison.ts';

type Shared = SharedExperiment['experiment'];
type Axis = NonNullable<Shared['map']>['columns'];

/** `hide`: what its sharer hid. */
export function sayShare(frozen: SharedContent, hide: readonly Hideable[] = []): SharedContent {
  const content = countsRequests(hide) ? sayCounted(frozen, (number) => sharedRequestWords.counted({ number })) : frozen;
  switch (content.kind) {
    case 'run': {
      const { run, story, regions } = content;
      const { summary } = run;
      const stateReason = run.ending ? runEndSentence(run.ending) : run.stateReason;
      return {
        ...content,
        run: {
          ...run,
          stateReason,
          validity: run.validity && sayKnown(run.validity),
          summary: summary?.byRegion ? { ...summary, byRegion: summary.byRegion.map(withName) } : summary,
        },
        ...(regions && { regions: regions.map(withName) }),
        story: story && sayStory(story),
      };
    }
    case 'comparison':
      return { ...content, comparison: saySharedComparison(content.comparison) };
    case 'experiment':
      return { ...content, experiment: sayExperiment(content.experiment) };
  }
}

const withName = <Region extends { readonly label: string }>(region: Region): Region => ({ ...region, label: regionName(region.label) });

function saySharedComparison(result: ComparisonResult): ComparisonResult {
  const said = sayComparison(result);
  const candidates = said.candidates.map((one) =>
    one.byRegion ? { ...one, byRegion: one.byRegion.map((region) => ({ ...region, name: regionName(region.name) })) } : one,
  );
  return { ...said, candidates };
}

function sayExperiment(experiment: Shared): Shared {
  const { knee, capacity, map } = experiment;
  const said: Shared = {
    ...experiment,
    stateReason: (experiment.remarks ?? []).length > 0 ? remarksSentence(experiment.remarks) : experiment.stateReason,
    comparisons: experiment.comparisons.map((one) => ({ ...one, result: saySharedComparison(one.result) })),
    variants: experiment.variants.map((one) => ({
      ...one,
      validity: one.validity && sayKnown(one.validity),
      settings: one.settings.map(sayVaried),
    })),
    map: map && { ...map, rows: map.rows && sayAxis(map.rows), columns: sayAxis(map.columns) },
    knee: knee?.code ? { ...knee, sentence: kneeSentence(knee.code) } : knee,
    capacity: capacity?.code ? { ...capacity, sentence: capacitySentence(capacity.code) } : capacity,
  };
  return { ...said, sentence: experiment.sentence || sharedSentence(said) };
}

function sayVaried(varied: Shared['variants'][number]['settings'][number]): typeof varied {
  const { setting, value } = varied;
  return setting ? { setting, name: settingWords[setting], value: sayValue(setting, value) || noSetting() } : varied;
}

function sayAxis(axis: Axis): Axis {
  const { setting, values } = axis;
  return setting ? { setting, title: settingWords[setting], values: values.map((value) => sayValue(setting, value)) } : axis;
}

/** A share keeps words of ours as they stand in plans. */
const sayValue = (setting: SettingName, value: string) => (isWord(setting) ? settingValue(setting, value) : value);

/** The finding of a shared experiment, in one sentence. */
export function sharedSentence(shared: Omit<Shared, 'sentence'>): string {
  const { kind, comparisons, arms, knee, capacity } = shared;
  switch (kind) {
    case 'aa':
      return noiseSentence(shared.noiseFloor);
    case 'capacity':
      return capacity?.sentence ?? sharedFinding('noRate');
    case 'sweep':
      return paragraph([knee?.sentence ?? bestSentence(shared), levelsSentence(shared.levels ?? [], arms)]);
    case 'ab': {
      const named = namedVariants(comparisons, arms);
      return named ? sentenceOfArms(named) : sharedFinding('nothingCompared');
    }
  }
}

function bestSentence({ arms, variants }: Pick<Shared, 'arms' | 'variants'>): string {
  const settings = variants.map(({ throughputPerSecond }, at) => ({ name: arms[at] ?? '', rate: throughputPerSecond }));
  return highestSentence(settings) ?? sharedFinding('nothingMeasured');
}
