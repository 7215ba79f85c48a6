/** The words about percentiles of few times. */
import { words } from '../../words.ts';

export const fewSamplesWords = words('fewSamples', {
  requests_one: 'With {{text}} request timed, {{percentiles}} can only be the maximum: {{first}} needs {{needed}} of them to say more.',
  requests_other: 'With {{text}} requests timed, {{percentiles}} can only be the maximum: {{first}} needs {{needed}} of them to say more.',
  calls_one: 'With {{text}} call timed, {{percentiles}} can only be the maximum: {{first}} needs {{needed}} of them to say more.',
  calls_other: 'With {{text}} calls timed, {{percentiles}} can only be the maximum: {{first}} needs {{needed}} of them to say more.',
  sockets_one: 'With {{text}} connection timed, {{percentiles}} can only be the maximum: {{first}} needs {{needed}} of them to say more.',
  sockets_other:
    'With {{text}} connections timed, {{percentiles}} can only be the maximum: {{first}} needs {{needed}} of them to say more.',
  times_one: '{{what}}: with {{text}} timed, {{percentiles}} can only be the maximum.',
  times_other: '{{what}}: with {{text}} timed, {{percentiles}} can only be the maximum.',
});
