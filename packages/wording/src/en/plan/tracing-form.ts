/** Text of traces of single requests, in the launch form; fetched with its field. */
import { words } from '../../words.ts';

export const tracingFormWords = words('tracingForm', {
  share: 'Requests with a trace, %',
  shareWhat:
    'This share of the requests carries a traceparent of its own, marked as recorded. The run links the slowest of them to the address under Team → Traces.',
  none: 'none',
});
