/** How things are listed. */
export const listText = {
  list: {
    between: ', ',
    and: '{{first}} and {{last}}',
    or: '{{first}} or {{last}}',
    andMore_one: '{{first}} and {{count}} more',
    andMore_other: '{{first}} and {{count}} more',
  },
  second: {
    stretch: '{{from}} to {{to}}',
    named_one: 'second {{list}}',
    named_other: 'seconds {{list}}',
  },
} as const;
