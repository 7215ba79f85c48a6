/** Text about watching runs. */
import { words } from '../../words.ts';

export const liveWords = words('live', {
  tooManyStreams: 'You watch {{most}} runs at once already, which is the most one person may. Close a page that shows a live run.',
});
