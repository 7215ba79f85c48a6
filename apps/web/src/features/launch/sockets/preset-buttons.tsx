/** What people often ask of a WebSocket, filled in by a button: a GraphQL subscription over `graphql-transport-ws`. */
import { Button } from '@mantine/core';
import { graphqlSubscription } from '@plimsoll/contracts/websocket-presets';
import { socketFormWords } from '@plimsoll/wording/en/socket-form';
import { useSocket } from './use-socket.ts';

export function PresetButtons() {
  const { set } = useSocket();
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => set(graphqlSubscription({ query: 'subscription { changed { id } }' }))}>
      {socketFormWords.graphql}
    </Button>
  );
}
