/// <reference lib="dom" />
/** Steps of those who have a keyboard and nothing else. */
import type { Page } from 'playwright-core';

/** Presses Tab until this has the focus; nothing on the way may hold it. */
export async function tabTo(page: Page, role: 'button' | 'textbox' | 'link', name: string | RegExp): Promise<void> {
  const place = page.getByRole(role, { name, exact: true });
  await place.first().waitFor();
  for (let presses = 0; presses < 120; presses++) {
    const focused = await place.evaluateAll((found) => found.some((one) => one === document.activeElement));
    if (focused) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${role} "${name}"`);
}

export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, 'textbox', name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}
