/** The content of a share as it is stored: with its codes and figures, and no sentence that is made of them. */
import type { SharedContent, SharedExperiment } from '@plimsoll/contracts/share';
import type { Story } from '@plimsoll/contracts/story';
import { keepComparison, withoutSentence } from '../runs/kept-comparison.ts';
import { keepValidity } from '../runs/kept-validity.ts';

export function keepShare(content: SharedContent): SharedContent {
  switch (content.kind) {
    case 'run': {
      const { run, story } = content;
      const stateReason = run.ending ? null : run.stateReason;
      return {
        ...content,
        run: { ...run, stateReason, validity: run.validity && keepValidity(run.validity) },
        story: story && keepStory(story),
      };
    }
    case 'comparison':
      return { ...content, comparison: keepComparison(content.comparison) };
    case 'experiment':
      return { ...content, experiment: keepExperiment(content.experiment) };
  }
}

function keepStory(story: Story): Story {
  if (!story.code) return story;
  const findings = story.findings.map((finding) => ({ ...finding, text: '' }));
  return { ...story, findings, overload: story.overload && { ...story.overload, text: '' } };
}

function keepExperiment(experiment: SharedExperiment['experiment']): SharedExperiment['experiment'] {
  return {
    ...experiment,
    sentence: '',
    stateReason: experiment.remarks.length > 0 ? null : experiment.stateReason,
    comparisons: experiment.comparisons.map((one) => ({ ...one, result: keepComparison(one.result) })),
    variants: experiment.variants.map((one) => ({ ...one, validity: one.validity && keepValidity(one.validity) })),
    knee: experiment.knee && withoutSentence(experiment.knee),
    capacity: experiment.capacity && withoutSentence(experiment.capacity),
  };
}
