/** The pages that people go to by name. */
export const places = [
  { to: '/', key: 'home', shortcut: 'g h' },
  { to: '/launch', key: 'launch', shortcut: 'c', action: 'run.create' },
  { to: '/runs', key: 'runs', shortcut: 'g r' },
  { to: '/plans', key: 'plans', shortcut: 'g p' },
  { to: '/experiments', key: 'experiments', shortcut: 'g e' },
  { to: '/schedules', key: 'schedules', shortcut: '' },
  { to: '/compare', key: 'compare', shortcut: '' },
  { to: '/team', key: 'team', shortcut: '' },
] as const;
