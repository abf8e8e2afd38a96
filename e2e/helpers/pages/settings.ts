import type { Locator, Page } from '@playwright/test'

/** Narrower windows hide the sidebar. */
const narrowWidth = 900

/** Opens a section of Settings by name. */
export async function openSettings(page: Page, part: string): Promise<Locator> {
  const button = page.getByRole('button', { name: 'Settings', exact: true })
  const isNarrow = (page.viewportSize()?.width ?? narrowWidth) < narrowWidth
  // Its button is in the sidebar.
  if (isNarrow && !(await button.isVisible())) await page.locator('[data-slot=title-bar-sidebar]').click()
  await button.click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: part })
    .click()
  return settings
}
