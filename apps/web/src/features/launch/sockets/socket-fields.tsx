/** A WebSocket beside its URL: messages, when they are sent, and what ends a connection. A chunk of its own: import it lazily. */
import { NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { socketFormWords } from '@plimsoll/wording/en/socket-form';
import { useQuery } from '@tanstack/react-query';
import { system } from '../../../api/system.ts';
import { fieldAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { TemplateHelp } from '../fields/template-help.tsx';
import { MessageRows } from './message-rows.tsx';
import { PresetButtons } from './preset-buttons.tsx';
import { type TextOf, useSocket } from './use-socket.ts';

const pacings = ['atOnce', 'interval', 'answer'] as const;
type Pacing = (typeof pacings)[number];
/** To begin with, where somebody chooses due times. */
const usualInterval = '1s';

export function SocketFields() {
  const form = useSocket();
  const { socket, set, choose } = form;
  const { data } = useQuery(system);
  const sends = socket.messages !== null;
  const pacing: Pacing = socket.afterAnswer ? 'answer' : socket.messageInterval === null ? 'atOnce' : 'interval';
  return (
    <section className="stack" aria-label={socketFormWords.title}>
      <div className="row tight">
        <SegmentedControl
          aria-label={socketFormWords.does}
          size="xs"
          value={sends ? 'sends' : 'listens'}
          onChange={(next) => choose(next === 'sends', data?.demoTarget)}
          data={[
            { value: 'sends', label: socketFormWords.sends },
            { value: 'listens', label: socketFormWords.listens },
          ]}
        />
        <PresetButtons />
      </div>
      {sends && <MessageRows />}
      <div className={formStyles.fields3}>
        {sends && (
          <>
            <NativeSelect
              label={socketFormWords.pacing}
              value={pacing}
              {...fieldAt(form, form.pointer('afterAnswer'))}
              onChange={(event) => set(paced(event.currentTarget.value as Pacing, socket.messageInterval))}
              data={pacings.map((value) => ({ value, label: socketFormWords.pacings[value] }))}
            />
            {pacing === 'interval' && <Text name="messageInterval" label={socketFormWords.interval} placeholder={usualInterval} />}
            <Text
              name="messagesPerConnection"
              label={socketFormWords.perConnection}
              placeholder={socketFormWords.perConnectionNone}
              numeric
            />
          </>
        )}
        <Text
          name="messagesToReceive"
          label={socketFormWords.toReceive}
          placeholder={sends && socket.closeAfter === null ? socketFormWords.toReceiveSent : socketFormWords.toReceiveAny}
          numeric
        />
        <Text name="closeAfter" label={socketFormWords.closeAfter} placeholder={socketFormWords.closeAfterNone} />
        <Text name="ping" label={socketFormWords.ping} placeholder={socketFormWords.pingNone} />
        <TextInput
          label={socketFormWords.published}
          placeholder={socketFormWords.publishedNone}
          {...fieldAt(form, form.pointer('published/jsonPath'))}
          value={socket.published?.jsonPath ?? ''}
          onChange={({ currentTarget: { value } }) => set({ published: value === '' ? null : { jsonPath: value } })}
          data-mono
        />
        <Subprotocols />
        <Text name="maxMessageBytes" label={socketFormWords.mostBytes} placeholder="" numeric />
      </div>
      <TextInput
        label={socketFormWords.first}
        placeholder={socketFormWords.firstNone}
        {...fieldAt(form, form.pointer('firstMessage'))}
        value={socket.firstMessage ?? ''}
        onChange={({ currentTarget: { value } }) => set({ firstMessage: value === '' ? null : value })}
        autoComplete="off"
        data-mono
      />
      {socket.firstMessage !== null && (
        <Switch
          checked={socket.firstAnswered}
          onChange={(event) => set({ firstAnswered: event.currentTarget.checked })}
          label={socketFormWords.firstAnswered}
        />
      )}
      <Switch
        checked={socket.deflate}
        onChange={(event) => set({ deflate: event.currentTarget.checked })}
        label={socketFormWords.deflate}
        description={socketFormWords.deflateWhat}
      />
      <TemplateHelp index={0} intro={socketFormWords.templates} more={['messageSeq']} />
    </section>
  );
}

function paced(pacing: Pacing, interval: string | null) {
  return { afterAnswer: pacing === 'answer', messageInterval: pacing === 'interval' ? (interval ?? usualInterval) : null };
}

interface TextProps {
  readonly name: TextOf;
  readonly label: string;
  readonly placeholder: string;
  readonly numeric?: boolean;
}

function Text({ name, label, placeholder, numeric = false }: TextProps) {
  const form = useSocket();
  const value = form.socket[name];
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      inputMode={numeric ? 'numeric' : 'text'}
      {...fieldAt(form, form.pointer(name))}
      value={value === null ? '' : String(value)}
      onChange={(event) => form.write(name, event.currentTarget.value)}
    />
  );
}

/** Separated by commas, as in the header. */
function Subprotocols() {
  const form = useSocket();
  return (
    <TextInput
      label={socketFormWords.subprotocols}
      placeholder="graphql-transport-ws"
      {...fieldAt(form, form.pointer('subprotocols'))}
      value={form.socket.subprotocols.join(', ')}
      onChange={({ currentTarget: { value } }) => form.set({ subprotocols: value === '' ? [] : value.split(/,\s*/) })}
      data-mono
    />
  );
}
