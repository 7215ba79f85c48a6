/** The looks of the arms of a comparison: the base grey and dashed, each candidate a colour and a dash of its own. */
export const armColours = ['var(--planned)', 'var(--accent)', 'var(--e2)', 'var(--e3)', 'var(--e6)'] as const;
export const armDashes = ['5 4', '', '8 3', '2 3', '10 3 2 3'] as const;
