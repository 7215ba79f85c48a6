/** Words of a shared page, its preview, its embed and its badge: `sharedWord('sharedTable.metric')`. */
import { sharedText } from '../en/shared.ts';
import { speakerOf } from '../speaker.ts';

export const sharedWord = speakerOf(sharedText);
