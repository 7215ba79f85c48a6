import { fewSamplesSentence } from '@plimsoll/wording/few-samples-sentence';

/** Says which percentiles of so few times are no more than their maximum; nothing where there are enough. */
export function FewSamples({ count, of }: { count: number; of: Parameters<typeof fewSamplesSentence>[1] }) {
  const sentence = fewSamplesSentence(count, of);
  return sentence && <p style={{ marginBlock: '6px 0' }}>{sentence}</p>;
}
