import type { Locator, Page } from '@playwright/test'

/** Opens a section of Settings by name. */
export async function openSettings(page: Page, part: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: part })
    .click()
  return settings
}
