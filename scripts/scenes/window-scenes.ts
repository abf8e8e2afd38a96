import type { Locator, Page } from '@playwright/test'

import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { Compare } from '../../e2e/helpers/pages/compare.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { Scene } from './scene.ts'

/** Everything around a chat: the sidebar, search, palette, first use, and failures of the app itself. */
export const windowScenes: Readonly<Record<string, Scene>> = {
  palette: async (page) => {
    await new Chat(page).begin('fake/brief', 'What to do with an afternoon')
    await page.getByText('Here is the answer.').waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
  },
  'quick-window': async (page) => {
    // It has this size in the desktop app.
    await page.setViewportSize({ width: 620, height: 480 })
    await page.evaluate("history.replaceState(null, '', '#/quick')")
    await page.reload()
    await new Chat(page).message.fill('What does this error mean?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open in main window' }).waitFor()
  },
  'palette-found': async (page) => {
    await new Chat(page).begin('fake/brief', 'A brief walk')
    await page.getByText('Here is the answer.').waitFor()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('brief')
    await page.getByRole('group', { name: 'Messages' }).waitFor()
  },
  'palette-nothing': async (page) => {
    await new Chat(page).message.click()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('zzzz')
    await page.getByText('No results', { exact: true }).last().waitFor()
  },
  'palette-project': async (page) => {
    await invoke(page, 'projects.save', { name: 'Tea', colour: 'green' })
    await page
      .getByRole('region', { name: 'Projects' })
      .getByRole('button', { name: 'Tea', exact: true })
      .click()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('zzzz')
    await page.getByText('No results in the project').waitFor()
  },
  'palette-refused': async (page) => {
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add pane' }).waitFor()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('pane')
    await page.getByRole('option', { name: /Move pane left/ }).waitFor()
  },
  shortcuts: async (page) => {
    await new Chat(page).message.click()
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  },
  'first-run': async (page) => {
    await invoke(page, 'providers.remove', { id: 'fake' })
    await page.reload()
    await page.getByRole('heading', { name: 'Parley is ready. Add a model to start.' }).waitFor()
  },
  'first-run-compared': async (page) => {
    await invoke(page, 'providers.remove', { id: 'fake' })
    await invoke(page, 'settings.set', { compareModels: [] })
    await page.reload()
    await page.getByRole('button', { name: 'Compare both models' }).click()
    const compare = new Compare(page)
    await compare.sendToAll.click()
    await compare.pane(1).status.getByText('Done').waitFor()
    await page.getByRole('button', { name: 'Differences' }).click()
    await page.getByRole('complementary').getByText('4,870 m').first().waitFor()
  },
  'first-run-refused': async (page) => {
    await invoke(page, 'providers.remove', { id: 'fake' })
    await page.reload()
    const withKey = page.getByRole('region', { name: 'With a key' })
    await withKey.getByLabel('API key').fill('sk-ant-a-key-of-nobody')
    await withKey.getByRole('button', { name: 'Save and test' }).click()
    await withKey.getByRole('status').filter({ hasNotText: '…' }).waitFor()
    const server = page.getByRole('region', { name: 'With your own server' })
    await server.getByLabel('Server address').fill('localhost:9')
    await server.getByRole('button', { name: 'Save and test' }).click()
    await server.getByRole('status').filter({ hasNotText: '…' }).waitFor()
  },
  'sidebar-menu': async (page) => {
    const first = list(page).getByRole('link').first()
    await first.hover()
    await list(page)
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menu').waitFor()
  },
  'sidebar-copies': async (page) => {
    const { sessions } = await invoke(page, 'sessions.list', {})
    const [first, , third] = sessions
    if (first === undefined || third === undefined) throw new Error('the list is too short')
    const title = 'Why does a buffer between two streams fill up so slowly'
    await invoke(page, 'sessions.update', { sessionId: first.id, title })
    for (const { id } of [first, first, third]) await invoke(page, 'sessions.duplicate', { sessionId: id })
    await list(page).getByRole('link').nth(6).hover()
  },
  'sidebar-rename': async (page) => {
    await list(page).getByRole('link').nth(2).focus()
    await page.keyboard.press('F2')
  },
  'sidebar-selection': async (page) => {
    for (const index of [1, 2, 4]) {
      await list(page)
        .getByRole('link')
        .nth(index)
        .click({ modifiers: ['ControlOrMeta'] })
    }
    await page.getByText('3 selected').waitFor()
  },
  'sidebar-undo': async (page) => {
    await list(page)
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByText(/^Archived “/).waitFor()
  },
  'sidebar-bin': async (page) => {
    const { sessions } = await invoke(page, 'sessions.list', {})
    for (const { id } of sessions.slice(0, 3)) await invoke(page, 'sessions.delete', { sessionId: id })
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await page.getByRole('button', { name: 'Empty trash' }).waitFor()
  },
  'sidebar-erase': async (page) => {
    const { sessions } = await invoke(page, 'sessions.list', {})
    for (const { id } of sessions.slice(0, 1)) await invoke(page, 'sessions.delete', { sessionId: id })
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'sidebar-archived': async (page) => {
    await page.getByRole('button', { name: 'Archived', exact: true }).click()
    await page.getByRole('button', { name: 'Back to chats' }).waitFor()
  },
  'sidebar-hidden': async (page) => {
    await new Chat(page).begin('fake/brief', 'Room for the answer')
    await page.getByText('Here is the answer.').waitFor()
    await page.keyboard.press('Control+b')
  },
  'sidebar-export': async (page) => {
    await list(page)
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await page.getByRole('dialog').waitFor()
  },
  search: async (page) => {
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('buffer')
    await page.getByRole('option').nth(2).waitFor()
    await page.keyboard.press('ArrowDown')
  },
  'search-alike': async (page) => {
    for (const createdAt of [1_700_000_000_000, 1_700_000_031_000]) {
      const question = { role: 'user', content: 'Does the heron nest here?', createdAt } as const
      await invoke(page, 'sessions.import', { title: 'Birds', messages: [question] })
    }
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('heron nest')
    await page.getByRole('option').nth(1).waitFor()
  },
  offline: async (page) => {
    let isCut = false
    await page.routeWebSocket(/\/wire$/, (socket) => {
      if (isCut) void socket.close()
      else socket.connectToServer()
    })
    await page.reload()
    await new Chat(page).begin('fake/essay', 'Go on without me')
    await page.getByText('Section 1').waitFor()
    isCut = true
    // Reconnects after the screenshot is taken.
    setTimeout(() => (isCut = false), 3_000)
    // The reply would come over the wire that it cuts.
    void invoke(page, 'test.dropWire', {}).catch(() => undefined)
    await page
      .getByText(/connect/i)
      .first()
      .waitFor()
  },
  'banner-runs-shut': async (page) => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A question from before')
    await chat.answerThatIs('complete').waitFor()
    await invoke(page, 'test.shutRuns', {})
    await chat.ask('Will this one be answered?')
    await page.getByRole('region', { name: 'Problem' }).getByRole('button', { name: 'Details' }).click()
  },
  'banner-disk-full': async (page) => {
    await new Chat(page).begin('fake/brief', 'A question from before')
    await new Chat(page).answerThatIs('complete').waitFor()
    await invoke(page, 'test.storeFault', { kind: 'full' })
    await new Chat(page).ask('Can this be kept?')
    await page.getByRole('region', { name: 'Problem' }).waitFor()
  },
  'view-broken': async (page) => {
    await new Chat(page).begin('fake/brief', 'A question from before')
    await invoke(page, 'test.throwInRender', {})
    await page.getByRole('region', { name: 'Problem' }).waitFor()
  },
}

function list(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Chats' })
}
