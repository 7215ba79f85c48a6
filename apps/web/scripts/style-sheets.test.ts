import { expect, it } from 'vitest';
import { judgeStyleSheets } from './style-sheets.ts';

const chip = { path: 'ui/chip.module.css', text: '.chip { color: red }\n@media print { .chip > :global(.row) { color: black } }' };
const chipUse = { path: 'ui/chip.tsx', text: "import styles from './chip.module.css';\nconst name = styles.chip;" };

it('is content with one sheet a class, and with words of layout named as global', () => {
  expect(judgeStyleSheets([chip, chipUse, { path: 'pages/layout.css', text: '.row { gap: 1px }' }])).toEqual([]);
});

it('refuses a class in two sheets: each page would look as the one that was open before it', () => {
  const other = { path: 'features/launch/launch.module.css', text: '.chip { display: grid }' };
  const use = { path: 'features/launch/launch.tsx', text: "import styles from './launch.module.css';\nconst name = styles.chip;" };
  expect(judgeStyleSheets([chip, chipUse, other, use])).toEqual([
    '.chip stands in ui/chip.module.css and features/launch/launch.module.css',
  ]);
});

it('refuses a global sheet of a component', () => {
  expect(judgeStyleSheets([{ path: 'ui/chip.css', text: '' }])).toEqual(['ui/chip.css: a sheet of a component is a .module.css']);
});

it('names classes that do not exist and classes that nobody uses', () => {
  const use = { path: 'domain/run.tsx', text: "import chipStyles from '../ui/chip.module.css';\nconst name = chipStyles.chop;" };
  expect(judgeStyleSheets([chip, use])).toEqual([
    'domain/run.tsx: ui/chip.module.css has no .chop',
    'ui/chip.module.css: .chip is not used',
  ]);
});

it('names words that no global sheet has', () => {
  const page = { path: 'app/page.tsx', text: '<p className="row muted">' };
  expect(judgeStyleSheets([{ path: 'pages/layout.css', text: '.row { gap: 1px }' }, page])).toEqual([
    'app/page.tsx: no global sheet has .muted',
  ]);
});
