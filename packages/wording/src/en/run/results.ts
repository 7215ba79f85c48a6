/** Text about result files of other tools, where one is brought and where its run is shown; fetched with those parts. */
import { words } from '../../words.ts';

export const resultsWords = words('results', {
  drop: 'Drop a result file here',
  what: 'A file of k6, oha, wrk, ab, hey, autocannon, fortio, vegeta, ghz or Nighthawk, or an HdrHistogram log, up to {{most}} MB; JSON and CSV of k6 up to {{mostLines}} GB. Files may be packed by gzip. It becomes a run that can be charted and compared as far as its data goes.',
  choose: 'Choose a file',
  sending: 'Sending {{file}}',
  reading: 'Reading {{file}}',
  tooLarge: '{{file}} is too large: at most {{most}} GB can be read.',
  url: 'Target of this load',
  urlWhy: 'The file does not say what it measured.',
  send: 'Import',
  lead: 'Imported from {{tool}}.',
  leadFile: 'Imported from {{tool}} ({{file}}).',
  data: {
    requests: 'The file has every request: seconds, histograms and percentiles are exact.',
    seconds: 'The file has a histogram for each second: times are exact, and failures are not told apart.',
    summary: 'The file has sums only: nothing can be charted, and a comparison gives no verdict.',
  },
  missing: 'It does not say: {{gaps}}.',
  gap: {
    startedAt: 'its start',
    duration: 'its length',
    connections: 'its connections',
    failed: 'its failures',
    unanswered: 'requests without an answer',
    statuses: 'statuses',
    receivedBytes: 'bytes received',
    messages: 'the messages of its calls',
  },
  never: 'No file says how connections were used, when the first byte came, or how the generator did.',
  reported: 'As reported by {{tool}}',
  percentile: 'Percentile',
  time: 'Response time',
  mean: 'Mean',
  least: 'Least',
  most: 'Most',
});
