import { demoMetadata } from '@plimsoll/contracts/demo-service';
import { DemoKnobs } from '../fields/demo-knobs.tsx';
import { useCall } from './use-call.ts';

/** The knobs of the demo target's gRPC service: metadata of the call, which stands among the rest of it. */
export function CallKnobs() {
  const { values: call, update } = useCall();
  return (
    <DemoKnobs
      read={(knob) => call.metadata.find(({ name }) => name === demoMetadata[knob])?.value ?? ''}
      write={(knob, value) =>
        update(({ metadata }) => {
          const name = demoMetadata[knob];
          const at = metadata.findIndex((row) => row.name === name);
          const row = value === '' ? [] : [{ name, value }];
          return { metadata: at < 0 ? [...metadata, ...row] : metadata.toSpliced(at, 1, ...row) };
        })
      }
    />
  );
}
