/** Text of what a team is told of, in messages and mails, and of deliveries that failed. The web loads it with the page of notifications only. */
import { words } from '../../words.ts';

export const tellingWords = words('telling', {
  finished: '{{run}} has ended.',
  failedThreshold: '{{run}} failed its thresholds.',
  worse: '{{run}} is worse than its baseline.',
  fault: '{{run}}: {{state}}.',
  run: '{{plan}}, run {{number}}',
  regression: '{{name}}: an experiment confirms that {{metric}} got worse.',
  change: '{{metric}}: {{change}}.',
  changeBetween: '{{metric}}: {{change}} ({{interval}}).',
  missed_one: 'The schedule "{{name}}" missed a run that was due at {{due}}.',
  missed_other: 'The schedule "{{name}}" missed {{count}} runs, the first of them due at {{due}}.',
  blind: 'The schedule "{{name}}" missed its drill: its gate is blind.',
  because: {
    stillRunning: 'Its last run was still under way.',
    down: 'Plimsoll was not running then.',
    author: 'Its author may not start this load any more, so it is paused. Resume it to let it start with your rights.',
    busy: 'Another schedule loaded its target for an hour.',
    refused: 'The load was refused.',
    blind:
      'The drill planted a slowdown, and the comparison with the baseline did not say worse: it would miss a real one of that size, too. Longer runs see smaller changes.',
  },
  test: 'This is a test of "{{name}}".',
  testWhy: 'Somebody in the team {{team}} pressed Test on Plimsoll. Nothing has happened.',
  open: 'Open it on Plimsoll',
  mailEnd: 'The notification "{{name}}" of the team {{team}} sends you this mail. An admin of the team can change that.',
});

export const deliveryFailureWords = words('deliveryFailure', {
  status: 'It answered {{status}}.',
  late: 'It did not answer within {{seconds}} s.',
  refused: 'The operator permits no messages to this address. PLIMSOLL_TARGETS lists it, or PLIMSOLL_MESSAGES opens public addresses.',
  unreachable: 'There was no connection, or it broke.',
  redirect: 'It answered {{status}}, a redirect. Redirects are not followed.',
  gone: 'It answered 410: it wants no more messages, so this notification was switched off.',
  notTaken: 'The mail server did not take the mail.',
  noMail: 'This installation sends no mail.',
  receiver: 'Its receiver is no member of the team any more.',
  unreadable: 'Its address or secret cannot be read: it was stored under another secret key.',
  expired: 'It waited for more than two days, so it was given up.',
});
