/** What the API says in place of an answer: `problemWord('problem.notFound.run')`. */
import { problemText } from '../../en/plan/problem.ts';
import { speakerOf } from '../../speaker.ts';

export const problemWord = speakerOf(problemText);
/** What there is none of, by its key. */
export type Missing = keyof (typeof problemText)['problem']['notFound'];
