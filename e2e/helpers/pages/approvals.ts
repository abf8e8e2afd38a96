import type { Locator, Page } from '@playwright/test'

/** Answers a card with a permanent decision, which is in a menu. */
export async function decidePermanently(page: Page, card: Locator, decision: string): Promise<void> {
  await card.getByRole('button', { name: 'More…' }).click()
  await page.getByRole('menuitem', { name: decision }).click()
}

/** Allows what Parley asks outside its window: on a page of the web host. */
export async function agreeOutside(page: Page): Promise<void> {
  const asked = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Review request' }).click()
  await allowOn(await asked)
}

/** Allows what such a page asks, and closes it once the answer has arrived: closed earlier, it may never be sent. */
export async function allowOn(question: Page): Promise<void> {
  await question.getByRole('button', { name: 'Allow', exact: true }).click()
  await question.getByRole('heading').getByText('Allowed.').waitFor()
  await question.close()
}
