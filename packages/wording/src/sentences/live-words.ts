/** Words about watching runs: `liveWord('live.tooManyStreams', { most: 50 })`. */
import { liveText } from '../en/run/live.ts';
import { speakerOf } from '../speaker.ts';

export const liveWord = speakerOf(liveText);
