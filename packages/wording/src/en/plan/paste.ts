/** Text of the dialog that takes a command; fetched with it, so that the form does not wait for it. */
import { words } from '../../words.ts';

export const pasteWords = words('paste', {
  title: 'Paste a command',
  what: 'A command line of curl, ab, wrk, hey, oha, autocannon, nighthawk_client, vegeta, fortio, ghz, AIPerf or GenAI-Perf, a k6 script, its options or its command, or a config of ghz. It is read, never run.',
  text: 'Command or k6 options',
  example: 'wrk -c 200 -d 10s http://127.0.0.1:8080/',
  url: 'Target, where the text names none',
  read: 'Fill the form',
  filled: 'The form has what the {{tool}} command asks for.',
  loadStays: 'It says nothing about load: that of the form stays.',
  targetStays: 'It names no target: that of the form stays.',
  unmapped: 'Not part of the plan',
  notes: 'Good to know',
});
