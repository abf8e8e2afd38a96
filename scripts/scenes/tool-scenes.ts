import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { agreeOutside } from '../../e2e/helpers/pages/approvals.ts'
import { Compare } from '../../e2e/helpers/pages/compare.ts'
import { openSettings } from '../../e2e/helpers/pages/settings.ts'
import { invoke, openByAddress } from '../../e2e/helpers/pages/window-api.ts'
import type { Scene } from './scene.ts'

const fakeServer = join(process.cwd(), 'e2e/fake-mcp/fake-mcp.ts')

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
  'tools-imported-folder': async (page) => {
    const { session } = await invoke(page, 'sessions.import', {
      title: 'From another computer',
      model: 'fake/brief',
      workspace: '/home/ada/documents/projects/2026/recipes-for-every-day/tea',
      messages: [{ role: 'user', content: 'Which teas are there?' }],
    })
    await openByAddress(page, 'chat', session.id)
    await page.getByText('Which teas are there?').first().waitFor()
    await page.getByRole('button', { name: 'Tools', exact: true }).click()
    await page.getByRole('switch', { name: 'Files in this folder' }).click()
    await page.getByText('Use this folder').waitFor()
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
  'settings-tools-sign-in': async (page) => {
    const settings = await openSettings(page, 'Tools')
    await settings.getByRole('button', { name: 'Add server' }).click()
    await settings.getByText('Web address').click()
    await settings.getByText('Sign-in', { exact: true }).click()
    await settings.getByRole('textbox', { name: 'Client ID' }).fill('parley-desktop')
    await settings.getByText('Only if you got one').scrollIntoViewIfNeeded()
  },
  'settings-tools-paste': async (page) => {
    const settings = await openSettings(page, 'Tools')
    await settings.getByRole('button', { name: 'Paste JSON' }).click()
  },
  'settings-tools-import': async (page) => {
    const settings = await openSettings(page, 'Tools')
    await settings.getByRole('button', { name: 'Import from other apps' }).click()
    await settings.getByText(/^No servers of/).waitFor()
  },
  'settings-tools-servers': async (page) => {
    const settings = await addServers(page)
    await settings.getByRole('button', { name: 'Tools and log of notes' }).click()
  },
  'settings-tools-failed': async (page) => {
    const settings = await addServers(page)
    await settings.getByRole('button', { name: 'Tools and log of broken' }).click()
    await settings.getByRole('group', { name: 'Log' }).waitFor()
  },
  'settings-tools-edit': async (page) => {
    const settings = await addServers(page)
    await settings.getByRole('button', { name: 'Edit notes' }).click()
  },
  'settings-tools-new-chats': async (page) => {
    const settings = await openSettings(page, 'Tools')
    await settings.getByRole('heading', { name: 'On in new chats' }).scrollIntoViewIfNeeded()
  },
  'tools-servers': async (page) => {
    await addServers(page)
    await page.keyboard.press('Escape')
    const tools = await openTools(page)
    await tools.getByRole('switch', { name: 'notes' }).click()
    await tools.getByRole('button', { name: 'Tools of notes' }).click()
    await tools.getByRole('switch', { name: 'exit' }).click()
  },
}

/** A server that works and has tools that cannot be used, and one that does not start. */
async function addServers(page: Page): Promise<Locator> {
  const settings = await openSettings(page, 'Tools')
  const json = JSON.stringify({
    mcpServers: {
      notes: {
        command: process.execPath,
        args: [fakeServer, '--fault', 'names', '--fault', 'schemas'],
        env: { TOKEN: 'x' },
      },
      broken: { command: process.execPath, args: ['-e', 'console.error("no such file"); process.exit(1)'] },
      issues: { type: 'http', url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'Bearer x' } },
    },
  })
  await invoke(page, 'servers.importJson', { json })
  for (const id of ['notes', 'broken']) {
    await settings.getByRole('button', { name: `Start ${id}` }).click()
    await agreeOutside({ dialogs: null }, page)
    await settings.getByRole('button', { name: `Restart ${id}` }).waitFor()
  }
  await settings.getByRole('button', { name: 'Start issues' }).click()
  await settings.getByText('Running').waitFor()
  return settings
}

async function openTools(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await page.keyboard.press('Alt+W')
  const tools = page.getByRole('dialog', { name: 'Tools' })
  await tools.getByRole('switch').first().waitFor()
  return tools
}
