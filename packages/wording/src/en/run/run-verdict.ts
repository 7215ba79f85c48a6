/** What a finished run says first: held or not, then how much, how fast, how many errors. On the first page and on shared pages. */
export const runVerdictText = {
  verdict: {
    requests_one: '{{text}} request',
    requests_other: '{{text}} requests',
    calls_one: '{{text}} call',
    calls_other: '{{text}} calls',
    figures: '{{requests}} in {{length}} at {{rate}}, p99 {{p99}}, {{errors}}.',
    shortOfPlan:
      '{{goodput}} good answers, {{dropped}} of the planned requests never sent: {{requests}} in {{length}}, p99 of what was sent {{p99}}, {{errors}}.',
    unanswered: '{{requests}} in {{length}}, none answered.',
    redirects: '{{share}} of the answers were redirects ({{status}}): what they lead to was not measured. Aim the plan at that address.',
    redirectsTo:
      '{{share}} of the answers were redirects ({{status}} to {{location}}), which are not followed: what they lead to was not measured. Aim the plan at that address.',
    noErrors: 'no errors',
    errors: '{{share}} errors',
    nothing: 'No request finished.',
    broken_one: '{{count}} of {{of}} thresholds broken.',
    broken_other: '{{count}} of {{of}} thresholds broken.',
    holds_one: 'The threshold holds.',
    holds_other: 'All {{count}} thresholds hold.',
    completed: 'Completed.',
    ended: '{{state}}.',
  },
} as const;
