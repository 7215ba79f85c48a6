import { Button, SegmentedControl } from '@mantine/core';
import type { GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { formatBytes } from '@plimsoll/wording/bytes';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { FieldMessage } from '../../../ui/form/field-error.tsx';
import { errorId } from '../../../ui/form/fields.ts';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import formStyles from '../../../ui/form/form.module.css';
import { problemText } from '../../../ui/notice/problem-notice.tsx';
import { base64Bytes, mostDefinitionBytes, readBase64 } from '../fields/file-text.ts';
import { useReadChoice } from '../fields/read-choice.ts';
import launchStyles from '../launch.module.css';
import { type CallRow, definitionKinds } from '../values/call-row.ts';
import { ProtoFiles } from './proto-files.tsx';
import { callPointer, useCall } from './use-call.ts';
import { canAsk } from './use-description.ts';

type Asked = UseQueryResult<GrpcDescription>;

/** Where the types come from, and what was found there. */
export function DefinitionFields({ asked }: { asked: Asked }) {
  const { values: call, set } = useCall();
  const id = useId();
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div className={formStyles.fieldLabel} id={id}>
        {callFormWords.types}
      </div>
      <div className="row tight">
        <SegmentedControl
          aria-labelledby={id}
          size="xs"
          value={call.definition}
          onChange={(kind) => set({ definition: kind as CallRow['definition'] })}
          data={definitionKinds.map((kind) => ({ value: kind, label: callFormWords.typesOf[kind] }))}
        />
        <span className="soft small" style={{ flex: '1 1 240px' }}>
          {callFormWords.typesWhat[call.definition]}
        </span>
      </div>
      {call.definition === 'reflection' ? <Reflection asked={asked} /> : call.definition === 'proto' ? <ProtoFiles /> : <DescriptorSet />}
      <Found asked={asked} />
    </div>
  );
}

function Reflection({ asked }: { asked: Asked }) {
  const { row } = useCall();
  const ready = canAsk(row);
  return (
    <div className="row tight">
      <Button
        size="xs"
        data-pointer={`${callPointer}/reflection`}
        aria-describedby={errorId(callPointer)}
        loading={asked.isFetching}
        disabled={!ready}
        onClick={() => void asked.refetch()}
      >
        {asked.data ? callFormWords.askAgain : callFormWords.ask}
      </Button>
      {!ready && <span className="small soft">{callFormWords.needsUrl}</span>}
    </div>
  );
}

/** The offer that was found, or the reason why there is none. */
function Found({ asked: { data, error, isFetching } }: { asked: Asked }) {
  const { errorIn } = useCall();
  const told = ['proto', 'descriptorSet', 'reflection'].map((field) => errorIn(`${callPointer}/${field}`)).find((one) => one !== null);
  const wrong = error && !isFetching ? problemText(error) : told;
  if (wrong) return <FieldMessage message={wrong} at={callPointer} />;
  if (!data) return null;
  const methods = data.services.reduce((sum, service) => sum + service.methods.length, 0);
  const figures = {
    services: callFormWords.services({ count: data.services.length }),
    methods: callFormWords.methods({ count: methods }),
  };
  return (
    <div className="small soft" role="status">
      {methods === 0 ? callFormWords.noServices : callFormWords.offers(figures)}
    </div>
  );
}

function DescriptorSet() {
  const { values: call, set } = useCall();
  const { read, refused } = useReadChoice(readBase64, mostDefinitionBytes);
  const take = async (file: File) => {
    const descriptorSet = await read(file);
    if (descriptorSet !== null) set({ descriptorSet });
  };
  return (
    <>
      <div className="row tight">
        <FileChoice
          onChoose={(file) => void take(file)}
          data-pointer={`${callPointer}/descriptorSet`}
          aria-describedby={errorId(callPointer)}
        >
          {call.descriptorSet ? callFormWords.setOther : callFormWords.setUpload}
        </FileChoice>
        <span className={`small soft ${launchStyles.breakable}`}>
          {call.descriptorSet ? callFormWords.setOf({ size: formatBytes(base64Bytes(call.descriptorSet)) }) : callFormWords.setNone}
        </span>
      </div>
      <FieldMessage message={refused} />
    </>
  );
}
