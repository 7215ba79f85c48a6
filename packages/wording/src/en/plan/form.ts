/** A form's words about typed text before any schema sees it, and in place of an answer that the server does not give. */
import { words } from '../../words.ts';

export const formWords = words('form', {
  noNumber: '"{{typed}}" is not a number.',
  numberNeeded: 'Enter a number.',
  twoValues: 'At least two values.',
  noneOf: 'Use one of: {{choices}}. Got "{{typed}}".',
  twice: '"{{typed}}" is given twice.',
  whichShare: 'Enter its share.',
  whichFile: 'Choose a file.',
  whichMethod: 'Choose a method.',
  noJson: 'Not valid JSON from column {{column}} on.',
  howManyBytes: 'Enter the number of bytes.',
});

export const serverWords = words('server', {
  unreachable: 'The server cannot be reached. Check that Plimsoll is running, then try again.',
  answered: 'The server answered {{status}}.',
});
