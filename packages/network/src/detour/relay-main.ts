/** The process of one relay. Its socket goes with it. */
import { answerAsks } from '../apart/answer-asks.ts';
import { openRelay, type Relay, type RelayOptions } from './relay.ts';

let relay: Relay | null = null;

process.on('exit', () => relay?.remove());
answerAsks({
  async open(options: RelayOptions): Promise<string> {
    relay = await openRelay(options);
    return relay.path;
  },
  close: async () => relay?.close(),
});
