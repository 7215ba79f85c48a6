/** Steps on the links of a page. */
import type { Page } from 'playwright-core';

/** Revokes the first link that the page lists. */
export async function revokeFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Revoke / })
    .first()
    .click();
  await page
    .getByText(/revoked/)
    .first()
    .waitFor();
}
