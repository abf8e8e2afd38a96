import type { Locator, Page } from '@playwright/test'

import { Compare } from '../../e2e/helpers/pages/compare.ts'
import { openSettings } from '../../e2e/helpers/pages/settings.ts'
import type { Scene } from './scene.ts'

/** The switches of tools, and the settings of servers. */
export const toolScenes: Readonly<Record<string, Scene>> = {
  'tools-new-chat': async (page) => {
    const tools = await openTools(page)
    await tools.getByRole('switch', { name: 'Web' }).click()
    await tools.getByRole('switch', { name: 'Files in this folder' }).click()
    await tools.getByRole('button', { name: 'Tools of Web' }).click()
    await tools.getByRole('switch', { name: 'Search' }).click()
  },
  'tools-folder': async (page) => {
    const tools = await openTools(page)
    await tools.getByRole('button', { name: 'Choose a folder' }).click()
    await tools.getByRole('textbox', { name: 'Folder' }).waitFor()
  },
  'tools-panes': async (page) => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/long', 'demo/brief'])
    await page.locator('[data-slot="pane"]').first().getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('switch', { name: 'Run code' }).click()
    await page.keyboard.press('Escape')
    await page.locator('[data-look="wide"] [data-slot="tools-button"]').click()
    await page.getByText('Partly on.').waitFor()
  },
  'settings-tools': async (page) => {
    await openSettings(page, 'Tools')
    await page.getByText('No servers yet.').waitFor()
  },
  'settings-tools-form': async (page) => {
    const settings = await openSettings(page, 'Tools')
    await settings.getByRole('button', { name: 'Add server' }).click()
    await settings.getByRole('button', { name: 'Add a variable' }).click()
    await settings.getByText('Time limits').click()
  },
  'settings-tools-paste': async (page) => {
    const settings = await openSettings(page, 'Tools')
    await settings.getByRole('button', { name: 'Paste JSON' }).click()
  },
  'settings-tools-import': async (page) => {
    const settings = await openSettings(page, 'Tools')
    await settings.getByRole('button', { name: 'Import from other apps' }).click()
    await settings.getByRole('button', { name: 'Close' }).last().waitFor()
  },
}

async function openTools(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await page.keyboard.press('Alt+W')
  const tools = page.getByRole('dialog', { name: 'Tools' })
  await tools.getByRole('switch').first().waitFor()
  return tools
}
