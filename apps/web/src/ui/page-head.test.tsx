import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageHead } from './page-head.tsx';

it('has the title first, beside it what belongs to it, and the actions behind the gap that pushes them to the end', () => {
  const html = renderToStaticMarkup(
    <PageHead title="Runs" beside={<i>12</i>}>
      <button type="button">New run</button>
    </PageHead>,
  );
  expect(html).toBe('<div class="row"><h1>Runs</h1><i>12</i><span class="push"></span><button type="button">New run</button></div>');
});
