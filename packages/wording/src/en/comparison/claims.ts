/** Text about the two claims on arms that ran at once: of the services that ran, and of their builds. */
import { words } from '../../words.ts';

export const claimsWords = words('claims', {
  title: 'Two claims',
  services: 'These two running services differ by',
  builds: 'These two builds differ by',
  unknown: 'not known',
  servicesOnly:
    'It is not known by how much separate starts of one build differ, so this speaks of the running services only. To learn it, measure the plan against itself (A/A), or restart the services between repeats.',
  corrected: 'These intervals hold for all metrics and looks together, so they are wider than those of one figure above.',
  ofPairs:
    'The change of p50 and of rates is the middle of the changes of pairs of the same seconds, as its interval is. The figures beside it count all requests.',
  closing: 'The change of {{metric}}, closing in',
  closingSummary: 'After {{time}} of load: {{low}} to {{high}}.',
  closingWhy:
    'From 0:00 to {{end}} of load; dashed lines at ±{{limit}}. This interval may be looked at at any time. Nobody stops by it: verdicts are made at planned looks.',
});

/** How small a change an experiment of services at once sees. */
export const powerWords = words('power', {
  sees: {
    more: 'This setup will see changes of {{change}} in {{time}}; within {{least}} they are called no difference.',
    enough: 'This setup will see changes of {{change}} in {{time}}.',
    needs: 'This setup will see changes of {{change}} in {{time}}; {{detect}} needs {{needed}}.',
    never: 'This setup will see changes of {{change}} in {{time}}; {{detect}} needs more than a day.',
  },
  saw: {
    more: 'It could have seen changes of {{change}} in its {{time}}; within {{least}} they are called no difference.',
    enough: 'It could have seen changes of {{change}} in its {{time}}.',
    needs: 'It could have seen changes of {{change}} in its {{time}}; {{detect}} would have needed {{needed}}.',
    never: 'It could have seen changes of {{change}} in its {{time}}; {{detect}} would have needed more than a day.',
  },
  ofMetric: '{{change}} ({{metric}})',
  from: {
    experiment: 'The plan’s latest experiment tells it.',
    runs: 'Two runs of the plan tell it, made one after the other: at once it sees smaller changes.',
    pilot: 'Its first 20 s tell it.',
    itself: '',
  },
  unknown: 'Its first 20 s will tell how small a change it sees.',
  unknownOver: 'It was too short to tell how small a change it could have seen.',
});
