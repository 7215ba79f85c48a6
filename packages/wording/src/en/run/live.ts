/** Text about watching runs. */
export const liveText = {
  live: {
    tooManyStreams: 'You watch {{most}} runs at once already, which is the most one person may. Close a page that shows a live run.',
  },
} as const;
