import { Button, FileButton, SegmentedControl } from '@mantine/core';
import type { GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { formatBytes } from '@plimsoll/wording/bytes';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { launchFormWords } from '@plimsoll/wording/en/launch';
import { commonWords } from '@plimsoll/wording/en/main';
import { IconUpload } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorId } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { problemText } from '../../../ui/notice/problem-notice.tsx';
import { base64Bytes, fileFigures, mostDefinitionBytes, readBase64 } from '../fields/file-text.ts';
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
  const wrong = error && !isFetching ? problemText(error, commonWords.unexpected) : told;
  if (wrong)
    return (
      <div className={formStyles.fieldError} data-field-error role="alert" id={errorId(callPointer)}>
        {wrong}
      </div>
    );
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
  const [refused, setRefused] = useState<string | null>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    const read = await readBase64(file, mostDefinitionBytes);
    if ('problem' in read) return setRefused(launchFormWords[read.problem](fileFigures(file, mostDefinitionBytes)));
    setRefused(null);
    set({ descriptorSet: read.text });
  };
  return (
    <>
      <div className="row tight">
        <FileButton onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              leftSection={<IconUpload size={14} aria-hidden />}
              data-pointer={`${callPointer}/descriptorSet`}
              aria-describedby={errorId(callPointer)}
            >
              {call.descriptorSet ? callFormWords.setOther : callFormWords.setUpload}
            </Button>
          )}
        </FileButton>
        <span className={`small soft ${launchStyles.breakable}`}>
          {call.descriptorSet ? callFormWords.setOf({ size: formatBytes(base64Bytes(call.descriptorSet)) }) : callFormWords.setNone}
        </span>
      </div>
      {refused && (
        <div className={formStyles.fieldError} data-field-error role="alert">
          {refused}
        </div>
      )}
    </>
  );
}
