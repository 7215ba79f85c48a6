/** A plan that asks for more than a run may. */
export const overCapText = {
  overCap: {
    message: '{{what}}: {{got}} is over the cap of {{cap}}.',
    allowed: 'at most {{cap}}',
    connections: 'Connections',
    rate: 'Requests per second',
    duration: 'Duration',
    requests: 'Requests',
    timeout: 'Timeout',
  },
} as const;
