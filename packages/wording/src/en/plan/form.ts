/** What a form says of what was typed before any schema sees it, and what stands where the server gives no answer. */
export const formText = {
  form: {
    noNumber: '"{{typed}}" is no number.',
    numberNeeded: 'A number is needed.',
    twoValues: 'At least two values.',
    noneOf: '"{{typed}}" is none of: {{choices}}.',
    twice: '"{{typed}}" is given twice.',
    whichShare: 'Its share?',
    whichFile: 'Choose a file.',
    whichMethod: 'Which method?',
    noJson: 'This is no JSON, from column {{column}} on.',
    howManyBytes: 'How many bytes?',
  },
  server: {
    unreachable: 'The server cannot be reached. Check that Plimsoll is running, then try again.',
    answered: 'The server answered {{status}}.',
  },
} as const;
