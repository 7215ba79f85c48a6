/** Text of the tools that shape a load in the launch form; fetched with them, so that the form does not wait for it. */
import { words } from '../../words.ts';

export const shapeWords = words('shape', {
  staircaseWhat: 'Climbs from 0 to each step and holds it. The stages below are replaced, and can be edited afterwards.',
  from: 'From, per s',
  to: 'To, per s',
  step: 'Step, per s',
  ramp: 'Ramp',
  hold: 'Hold',
  build: 'Build the stages',
  stairs_one: '{{count}} stage, {{length}}, about {{requests}} requests.',
  stairs_other: '{{count}} stages, {{length}}, about {{requests}} requests.',
  built_one: 'The load has {{count}} stage now.',
  built_other: 'The load has {{count}} stages now.',

  perLoopWhat: 'Some tools, as nighthawk_client, count rate and connections for each event loop. Here they are those of the whole run.',
  loops: 'Event loops',
  rateEach: 'Per s, each',
  connectionsEach: 'Connections, each',
  fillIn: 'Fill in the totals',
  filledIn: 'Rate and connections are filled in.',
  loopSum_one: '{{count}} loop × {{each}}/s × {{connections}} connections = {{rate}}/s over {{total}} connections.',
  loopSum_other: '{{count}} loops × {{each}}/s × {{connections}} connections = {{rate}}/s over {{total}} connections.',

  presetsTitle: 'Start from a study',
  presetsWhat: 'One click sets the load and how it ends. URL, headers, body and checks stay. Nothing is sent before you press Run.',
  aimedAt: 'Aimed at {{url}}.',
  aimedNowhere: 'The form has no URL yet: enter it afterwards.',
  peak: 'Up to {{peak}}/s for {{length}}, on at most {{connections}} connections.',
  users: '{{connections}} streams at once for {{length}}.',
  chosen: 'The load is set: {{name}}.',
  preset: {
    capacity: {
      name: 'Capacity study',
      what: 'Does it carry a rate for two minutes, and how fast is it then? Raise the rate afterwards to what you expect.',
    },
    overload: {
      name: 'Finding the 503s',
      what: 'From which rate on does it fall behind, fail or refuse, and what happens beyond? The rate climbs in steps of 50/s.',
    },
    overloadFar: {
      name: 'Finding the 503s, far beyond',
      what: 'The same, twice as far: does it shed load or slow everybody down, and does it survive?',
    },
    spike: { name: 'Spike', what: 'Does it survive a sudden rush of ten times the load, and how long does it take to recover?' },
    soak: { name: 'Soak', what: 'Does it get slower or leak when the same load goes on for two hours?' },
    breakpoint: {
      name: 'Breakpoint',
      what: 'At which rate does it break? The load climbs until 5 % of the requests have failed, then it ends.',
    },
    languageModel: {
      name: 'Language model',
      what: 'How soon does the first token come, and how fast the others? It also sets the body (a prompt from rows, max_tokens, stream) and how tokens are counted.',
    },
  },
});
