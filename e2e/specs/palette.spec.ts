import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Palette } from '../helpers/pages/palette.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use({
  appOptions: {
    models: { opal: completeStream([{ type: 'tokens', tokens: ['Opal', ' says', ' hello.'] }]) },
  },
})

// Generated titles would replace the ones that these tests rely on.
test.beforeEach(({ page }) => invoke(page, 'settings.set', { nameChats: false }))

function message(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true })
}

/** Asks a question in a new chat, without a mouse. */
async function ask(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Alt+n')
  await expect(message(page)).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(new Chat(page).answerThatIs('complete')).toBeVisible()
}

/** Replaces the words in the palette and presses Enter before the pause after which the search begins. */
async function enterAtOnce(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate(async (typed) => {
    const world = globalThis as unknown as {
      document: {
        execCommand: (name: string, isShown: boolean, value: string) => void
        activeElement: { dispatchEvent: (event: unknown) => void }
      }
      KeyboardEvent: new (type: string, given: object) => unknown
    }
    world.document.execCommand('insertText', false, typed)
    // Until the page is drawn with the words.
    await new Promise((resolve) => setTimeout(resolve))
    const enter = new world.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    world.document.activeElement.dispatchEvent(enter)
  }, words)
}

test('the palette runs actions by keyboard, finds chats, models and shortcuts, and works for the open chat and for panes', async ({
  page,
  app,
}) => {
  await test.step('actions can be found and run by keyboard, and the focus returns to where it was', async () => {
    const palette = new Palette(page)
    await expect(message(page)).toBeFocused()
    await palette.open('ControlOrMeta+p')
    await expect(palette.active).toHaveAttribute(
      'id',
      (await palette.field.getAttribute('aria-activedescendant')) ?? '',
    )
    await page.keyboard.press('End')
    await expect(palette.lines.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(palette.lines.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await expect(palette.lines.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(palette.dialog).toBeHidden()
    await expect(message(page)).toBeFocused()

    await palette.do('dark theme', 'Theme: dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(message(page)).toBeFocused()
    await palette.do('theme system', 'Theme: system')
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', /./)
    await page.keyboard.type('goes on here')
    await expect(message(page)).toHaveValue('goes on here')

    // Recently used actions that are available come first; the same keys close it.
    await palette.open()
    const usedLast = palette.dialog.getByRole('group', { name: 'Recent' }).getByRole('option')
    await expect(usedLast).toHaveText(['Theme: dark'])
    await page.keyboard.press('ControlOrMeta+Shift+p')
    await expect(palette.dialog).toBeHidden()
    await expect(message(page)).toBeFocused()
  })

  await test.step('an unavailable action says why, and Enter does nothing', async () => {
    const palette = new Palette(page)
    await page.keyboard.press('Alt+n')
    await palette.open()
    await page.keyboard.type('delete')
    await expect(palette.active).toContainText('Nothing is saved yet. Send a message first.')
    await expect(palette.active).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(palette.field).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+Shift+a')
    await expect(page.getByRole('alert')).toHaveText('Nothing is saved yet. Send a message first.')
  })

  await test.step('renames, pins, archives and deletes the open chat, and jumps to its last answer', async () => {
    const palette = new Palette(page)
    const chat = new Chat(page)
    const rows = page.getByRole('navigation', { name: 'Chats' }).getByRole('link')
    await ask(page, 'To be put in order')
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.type('In order')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'In order', level: 1 })).toBeVisible()
    await expect(message(page)).toBeFocused()

    await palette.do('rename', 'Rename')
    await page.keyboard.press('Escape')
    await expect(message(page)).toBeFocused()
    await palette.do('pin', 'Pin')
    await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
    await page.keyboard.press('Alt+j')
    await expect(chat.answer).toBeFocused()
    await page.keyboard.press('Alt+i')
    await expect(message(page)).toBeFocused()
    await palette.do('/usage', 'Show tokens and cost of this chat')
    await expect(page.getByRole('region', { name: 'Usage' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Usage' })).toBeHidden()

    await ask(page, 'Another one')
    await page.keyboard.press('Alt+PageUp')
    await expect(page.getByRole('heading', { name: 'In order', level: 1 })).toBeVisible()
    await page.keyboard.press('Alt+PageDown')
    await expect(chat.questions).toHaveText([/Another one/])
    await palette.do('delete', 'Delete')
    await expect(page.getByRole('heading', { name: 'New chat', level: 1 })).toBeVisible()
    await expect(message(page)).toBeFocused()
    await expect(rows.filter({ hasText: 'Another one' })).toHaveCount(0)
  })

  await test.step('opens chats by title, searches them, and asks a model, all without a mouse', async () => {
    const palette = new Palette(page)
    const chat = new Chat(page)
    await page.keyboard.press('Alt+n')
    await palette.do('new chat opal', 'New chat with opal')
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('opal')
    await expect(message(page)).toBeFocused()
    await page.keyboard.type('A walk along the harbour')
    await page.keyboard.press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('Opal says hello.')
    await ask(page, 'Bread without yeast')

    await palette.do('harbour', 'A walk along the harbour')
    await expect(chat.questions).toHaveText([/A walk along the harbour/])
    await expect(message(page)).toBeFocused()

    await palette.do('ask opal', 'Ask opal in this chat')
    await expect(message(page)).toBeFocused()
    await expect(message(page)).toHaveValue('@fake/opal ')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')

    await palette.find('yeast zzz')
    await expect(palette.dialog).toContainText('No results')
    await expect(palette.lines).toHaveCount(0)
    for (let left = 4; left > 0; left -= 1) await page.keyboard.press('Backspace')
    await expect(palette.group('Messages')).toContainText('Bread without yeast')
    expect(app.fake.openSockets).toBe(0)
    // Enter before the search has answered opens what is found, but never runs an action that was not shown.
    await enterAtOnce(page, 'delt')
    await expect(palette.active).toContainText('Delete')
    await expect(palette.active).toHaveAttribute('aria-disabled', 'false')
    await enterAtOnce(page, 'says hello')
    await expect(palette.dialog).toBeHidden()
    await expect(chat.answerThatIs('complete')).toContainText('Opal says hello.')
  })

  await test.step('the sheet lists every shortcut, and a question mark typed into a text does not open it', async () => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('Alt+n')
    await expect(message(page)).toBeFocused()
    await page.keyboard.press('?')
    await expect(message(page)).toHaveValue('?')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ControlOrMeta+/')
    await expect(sheet).toBeVisible()
    await expect(sheet.getByRole('group', { name: 'Go to' })).toContainText(/New chat(Alt|Ctrl)N/)
    await expect(sheet.getByRole('group', { name: 'Go to' })).toContainText('Search and commandsCtrlK')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(message(page)).toBeFocused()
    // No text field has the focus now.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+,')
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).press('Enter')
    await expect(
      page.getByRole('dialog', { name: 'Settings' }).getByRole('region', { name: 'Go to' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the sidebar can be hidden and shown, and the focus stays on a visible element', async () => {
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    const search = page.getByRole('button', { name: 'Search', exact: true })
    await search.focus()
    await page.keyboard.press('ControlOrMeta+b')
    await expect(sessions).toBeHidden()
    await expect(message(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+b')
    await expect(sessions).toBeVisible()
    await expect(message(page)).toBeFocused()
    await page.setViewportSize({ width: 700, height: 700 })
    await page.keyboard.press('ControlOrMeta+b')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sessions).toBeHidden()
    await expect(message(page)).toBeFocused()
    await page.setViewportSize({ width: 1_440, height: 900 })
  })

  await test.step('in a comparison, actions apply to the pane that had the focus', async () => {
    const palette = new Palette(page)
    const pane = page.getByRole('region', { name: 'Pane B', exact: true })
    await page.keyboard.press('Alt+c')
    await expect(page.getByRole('textbox', { name: 'Message all panes' })).toBeFocused()
    await palette.open()
    await page.keyboard.type('move pane left')
    await expect(palette.active).toContainText('Select a pane first.')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+i')
    await page.keyboard.type('Who is it?')
    await page.keyboard.press('Enter')
    await expect(pane.getByRole('status')).toHaveText('Streaming')
    await palette.do('stop', 'Stop all panes')
    await expect(pane.getByRole('status')).toHaveText('Stopped')

    await palette.do('pane B', 'Go to pane B')
    await expect(pane.getByRole('textbox', { name: 'Message pane B' })).toBeFocused()
    await palette.do('maximise', 'Maximise')
    await expect(page.getByRole('button', { name: 'Show all panes' })).toBeVisible()
    await palette.do('maximise', 'Maximise')
    await expect(page.getByRole('button', { name: 'Show all panes' })).toBeHidden()
    await palette.do('metrics', 'Metrics')
    await expect(page.getByRole('dialog', { name: /metrics/i })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(pane.getByRole('textbox', { name: 'Message pane B' })).toBeFocused()
    await palette.do('continue chat', 'Continue pane as chat')
    await expect(new Chat(page).questions).toHaveText([/Who is it\?/])
  })
})
