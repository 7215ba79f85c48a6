/** What a form says of what was typed, and what stands for an answer the server did not give: `formWord('form.numberNeeded')`. */
import { formText } from '../../en/plan/form.ts';
import { speakerOf } from '../../speaker.ts';

export const formWord = speakerOf(formText);
