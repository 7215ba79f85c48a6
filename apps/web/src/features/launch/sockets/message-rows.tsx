/** The messages of a WebSocket, one field each: a text, or the bytes of a binary message in base64. */
import { Button, Checkbox, Textarea } from '@mantine/core';
import type { WebSocketMessage } from '@plimsoll/contracts/websocket';
import { socketFormWords } from '@plimsoll/wording/en/socket-form';
import { IconPlus } from '@tabler/icons-react';
import { fieldAt } from '../../../ui/form/fields.ts';
import { useSocket } from './use-socket.ts';

export function MessageRows() {
  const form = useSocket();
  const messages = form.socket.messages ?? [];
  const change = (at: number, message: WebSocketMessage | null) =>
    form.set({ messages: messages.flatMap((one, index) => (index !== at ? [one] : message === null ? [] : [message])) });
  return (
    <div className="stack" style={{ gap: 8 }}>
      {messages.map((message, index) => {
        const binary = typeof message !== 'string';
        const text = binary ? message.base64 : message;
        const row = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is its place
          <div key={index} className="stack" style={{ gap: 4 }}>
            <Textarea
              label={messages.length > 1 ? socketFormWords.messageNth({ row }) : socketFormWords.message}
              autosize
              minRows={1}
              maxRows={12}
              {...fieldAt(form, form.pointer(binary ? `messages/${index}/base64` : `messages/${index}`))}
              value={text}
              onChange={({ currentTarget: { value } }) => change(index, binary ? { base64: value.replace(/\s/g, '') } : value)}
              spellCheck={false}
              data-mono
            />
            <div className="row tight">
              <Checkbox
                size="xs"
                label={socketFormWords.binary}
                aria-label={socketFormWords.binaryNth({ row })}
                checked={binary}
                onChange={(event) => change(index, event.currentTarget.checked ? { base64: text } : text)}
              />
              {messages.length > 1 && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => change(index, null)}
                  aria-label={socketFormWords.removeNth({ row })}
                >
                  {socketFormWords.remove}
                </Button>
              )}
            </div>
          </div>
        );
      })}
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.set({ messages: [...messages, ''] })}
        >
          {socketFormWords.addMessage}
        </Button>
      </div>
    </div>
  );
}
