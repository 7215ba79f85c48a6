/** Counts the streams that ended in one second: in which way, with which code, and with how many tokens. */
import { noStreams } from '@plimsoll/contracts/empty-sample';
import type { OutcomeKind, StreamEnd } from '@plimsoll/contracts/outcome';
import type { Sample } from '@plimsoll/contracts/sample';
import type { StreamLength } from '@plimsoll/contracts/times';
import type { StreamEnding } from '../protocol/stream-figures.ts';

type Lengths = Readonly<Record<StreamLength, { record(count: number): void }>>;
type StreamCounts = Pick<Sample, 'streamEnds' | 'closeCodes' | 'tokens'>;

export class StreamCounters {
  #ends: StreamCounts['streamEnds'] = {};
  #closeCodes: StreamCounts['closeCodes'] = {};
  #tokens = { ...noStreams.tokens };

  ended({ end: goodEnd, closeCode, tokens }: StreamEnding, outcome: OutcomeKind, failed: boolean, lengths: Lengths): void {
    if (goodEnd) {
      const end = endOf(goodEnd, outcome);
      this.#ends[end] = (this.#ends[end] ?? 0) + 1;
    }
    if (closeCode !== null) this.#closeCodes[closeCode] = (this.#closeCodes[closeCode] ?? 0) + 1;
    if (!tokens) return;
    const { input, output, byMessages, withinLimits } = tokens;
    const counts = this.#tokens;
    counts.input += input;
    counts.output += output;
    // The load's own end is no finish: it is neither good nor bad.
    if (outcome === 'cut_off') return;
    counts.streams++;
    if (byMessages && output > 0) counts.counted++;
    if (withinLimits && !failed) counts.good++;
    if (input > 0) lengths.inputTokens.record(input);
    if (output > 0) lengths.outputTokens.record(output);
  }

  /** Empty afterwards. */
  take(): StreamCounts {
    const taken = { streamEnds: this.#ends, closeCodes: this.#closeCodes, tokens: this.#tokens };
    this.#ends = {};
    this.#closeCodes = {};
    this.#tokens = { ...noStreams.tokens };
    return taken;
  }
}

function endOf(goodEnd: StreamEnd, outcome: OutcomeKind): StreamEnd {
  if (outcome === 'response' || outcome === 'check_failed') return goodEnd;
  if (outcome === 'timeout') return 'timed_out';
  return outcome === 'cut_off' ? 'cut_off' : 'closed_early';
}
