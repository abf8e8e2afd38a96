import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { openSettings } from '../helpers/pages/settings.ts'

test('the shortcuts listed for chats and comparisons work', async ({ page }) => {
  await test.step('the shortcuts listed for a chat work, as do those of other apps: new chat, back, forward, typing, copy, attach, settings, pin, archive, export, delete', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { keyboard } = page
    const chat = new Chat(page)
    const sessions = page.getByRole('navigation', { name: 'Chats' })
    await chat.begin('fake/brief', 'Done by keys')
    await chat.answerThatIs('complete').waitFor()

    const title = page.getByRole('heading', { level: 1 })
    await keyboard.press('ControlOrMeta+Shift+O')
    await expect(title).toHaveText('New chat')
    await keyboard.press('Alt+ArrowLeft')
    await expect(title).toHaveText('Done by keys')
    await keyboard.press('Alt+ArrowRight')
    await expect(title).toHaveText('New chat')
    await keyboard.press('Alt+ArrowRight')
    await expect(page.getByText('There is nothing to go forward to.')).toBeVisible()
    await keyboard.press('Alt+ArrowLeft')
    await expect(title).toHaveText('Done by keys')
    await chat.message.blur()
    await keyboard.press('Q')
    await expect(chat.message).toHaveValue('Q')
    await chat.message.fill('')
    await chat.message.blur()
    await keyboard.press('Shift+Escape')
    await expect(chat.message).toBeFocused()

    // Intercepting the file chooser takes the browser a moment, so start long before the key that opens one.
    const choosing = page.waitForEvent('filechooser')
    await keyboard.press('Alt+Shift+C')
    await expect
      .poll(() =>
        page.evaluate(() =>
          (
            globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
          ).navigator.clipboard.readText(),
        ),
      )
      .toBe('Here is the answer.')

    await keyboard.press('Alt+a')
    await choosing
    await keyboard.press('Alt+s')
    await expect(page.getByRole('dialog', { name: /Model settings/ })).toBeVisible()
    await keyboard.press('Escape')
    await expect(chat.message).toBeFocused()

    await keyboard.press('Alt+Shift+P')
    await expect(sessions.getByRole('heading', { name: 'Pinned' })).toBeVisible()
    await keyboard.press('Alt+Shift+P')
    await expect(sessions.getByRole('heading', { name: 'Pinned' })).toBeHidden()
    await keyboard.press('Alt+Shift+E')
    await expect(page.getByRole('dialog', { name: 'Export this chat' })).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('Alt+Shift+A')
    await expect(sessions.getByRole('link', { name: /Done by keys/ })).toBeHidden()
    await expect(chat.answer).toContainText('Here is the answer.')
    await keyboard.press('Alt+Shift+A')
    await expect(sessions.getByRole('link', { name: /Done by keys/ })).toBeVisible()
    await keyboard.press('ControlOrMeta+Shift+Backspace')
    await expect(sessions.getByRole('link', { name: /Done by keys/ })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'New chat' })).toBeVisible()
    await expect(chat.message).toBeFocused()
  })

  await test.step('the shortcuts listed for a comparison work: go to a pane, its model, metrics, stop', async () => {
    const { keyboard } = page
    await keyboard.press('Alt+c')
    const compare = new Compare(page)
    await compare.begin(['fake/stall', 'fake/brief'])
    await compare.ask('By keys alone')
    await expect(compare.pane(2).status).toHaveText('Done')
    await expect(compare.pane(1).status).toHaveText('Streaming')

    await keyboard.press('Alt+2')
    await expect(compare.pane(2).message).toBeFocused()
    await keyboard.press('Alt+k')
    await expect(compare.pane(2).region.getByRole('combobox', { name: 'Model' })).toBeFocused()
    await expect(page.getByRole('option').first()).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('Alt+Shift+F')
    await expect(page.getByRole('dialog', { name: 'Metrics' })).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('Alt+x')
    await expect(compare.pane(1).status).toHaveText('Stopped')
  })
})

test('keys that the user changes apply in every window, are shown everywhere and can be reset, and a chat opens in a window of its own', async ({
  page,
  openWindow,
}) => {
  const { keyboard } = page
  const other = await openWindow()
  const settings = await openSettings(page, 'Shortcuts')
  await settings.getByRole('button', { name: 'Change shortcut for Outline, now Alt O' }).press('Enter')
  await keyboard.press('ControlOrMeta+c')
  await expect(settings.getByRole('alert')).toContainText('Ctrl+C edits text')
  await keyboard.press('ControlOrMeta+k')
  await expect(settings.getByRole('alert')).toContainText('Ctrl+K is already used for “Search and commands”.')
  await keyboard.press('Escape')
  const outline = settings.getByRole('button', { name: /^Change shortcut for Outline/ })
  await expect(outline).toBeFocused()
  await expect(outline).toHaveAccessibleName(/ Alt O$/)
  await outline.press('Enter')
  await keyboard.press('ControlOrMeta+Shift+Y')
  await expect(outline).toHaveAccessibleName(/ Ctrl Shift Y$/)
  // A message has commands of its own, which a letter can run.
  const edit = settings.getByRole('button', { name: /^Change shortcut for Edit, now/ })
  await edit.press('Enter')
  await keyboard.press('f')
  await expect(settings.getByRole('alert')).toContainText(
    'F is already used for “Fork from here (On a message)”.',
  )
  await keyboard.press('Escape')
  await edit.press('Enter')
  await keyboard.press('w')
  await expect(edit).toHaveAccessibleName(/ W$/)
  await settings
    .getByRole('button', { name: /^Change shortcut for New chat, now (Alt|Ctrl) N$/ })
    .press('Enter')
  await keyboard.press('Backspace')
  await expect(settings.getByRole('button', { name: 'Change shortcut for New chat, now None' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(settings).toBeHidden()

  await new Chat(other).begin('fake/brief', 'In the other window')
  await expect(other.getByRole('button', { name: 'Outline', exact: true })).toHaveAttribute(
    'title',
    'Outline (Ctrl+Shift+Y)',
  )
  await other.keyboard.press('ControlOrMeta+Shift+Y')
  await expect(other.getByRole('button', { name: 'Outline', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await other.keyboard.press('Alt+n')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('In the other window')
  const question = other.getByRole('article', { name: 'Your message' })
  await new Chat(other).answerThatIs('complete').waitFor()
  await other.keyboard.press('Alt+ArrowUp')
  await other.keyboard.press('Alt+ArrowUp')
  await expect(question).toBeFocused()
  await other.keyboard.press('e')
  await other.keyboard.press('w')
  await expect(other.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
  await other.keyboard.press('Escape')

  const opening = other.context().waitForEvent('page')
  await other.keyboard.press('Alt+Shift+O')
  const tab = await opening
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('In the other window')
  await expect(tab.getByRole('article')).toContainText(['In the other window', 'Here is the answer.'])
  await tab.close()

  await openSettings(page, 'Shortcuts')
  await settings.getByRole('button', { name: 'Reset all' }).click()
  await expect(settings.getByRole('status')).toContainText('All shortcuts have been reset.')
  await expect(outline).toHaveAccessibleName(/ Alt O$/)
  await keyboard.press('Escape')
  await keyboard.press('Alt+n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New chat')
})

test('a quick window asks about the clipboard, shows its chat in the main window, and closes with Escape', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const openQuick = async () => {
    const opened = page.context().waitForEvent('page')
    await page.evaluate("void window.open(location.pathname + '#/quick')")
    const window = await opened
    await new Chat(window).message.waitFor()
    return window
  }
  const quick = await openQuick()
  await expect(quick.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
  await quick.evaluate("navigator.clipboard.writeText('copied\\nwords')")
  await quick.getByRole('button', { name: 'Quote clipboard' }).click()
  await expect(new Chat(quick).message).toHaveValue('> copied\n> words\n\n')
  await quick.keyboard.type('Explain this')
  await quick.keyboard.press('Enter')
  await new Chat(quick).answerThatIs('complete').waitFor()
  expect(new URL(quick.url()).hash).toBe('#/quick')
  const inMain = page.context().waitForEvent('page')
  const isQuickGone = quick.waitForEvent('close')
  await quick.getByRole('button', { name: 'Open in main window' }).click()
  await expect((await inMain).getByRole('article')).toContainText(['Explain this', 'Here is the answer.'])
  await isQuickGone
  // Code that is still loading when a window closes is no error.
  const loading: string[] = []
  await page.context().route(/\/assets\/chat-.*\.js$/, (route) => void loading.push(route.request().url()))
  const again = await openQuick()
  await expect.poll(() => loading).not.toEqual([])
  const isHidden = again.waitForEvent('close')
  // The window closes before the key is released.
  await Promise.all([isHidden, again.keyboard.press('Escape').catch(() => {})])
})
