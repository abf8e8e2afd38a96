import type { Locator, Page } from '@playwright/test'

/** Answers a card with a permanent decision, which is in a menu. */
export async function decidePermanently(page: Page, card: Locator, decision: string): Promise<void> {
  await card.getByRole('button', { name: 'More…' }).click()
  await page.getByRole('menuitem', { name: decision }).click()
}
