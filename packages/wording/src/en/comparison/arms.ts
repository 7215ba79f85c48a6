/** Several arms in one sentence, the noise, a window. The web's comparisons say these, too. */
export const armsText = {
  arms: {
    ownLimit: 'Not the target but the generator or its HTTP client was the limit of {{arms}}: read the difference with care.',
    theBase: 'the base',
    theCandidate: 'the candidate',
    against: 'Against {{base}}: {{arms}}.',
    verdict: '{{name}} {{verdict}}',
    moved: '{{name}} {{verdict}} ({{metric}} {{change}})',
    lettered: '{{letter}} · {{name}}',
    word: { better: 'better', worse: 'worse', no_difference: 'no difference', not_enough_evidence: 'not enough evidence' },
  },
  noise: {
    floor: 'This setup cannot see changes under {{share}}.',
    unknown: 'Too few runs that count to tell the noise.',
  },
  window: 'Seconds {{from}} to {{to}} of each run.',
} as const;
