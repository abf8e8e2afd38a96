import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat, pressButton } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** The part of the DOM that these tests use; this project has no DOM types. */
interface PageGlobals {
  document: { activeElement: { tagName: string } | null }
}

/** Checks that an element has the focus: on the body, a keyboard user would be lost. */
async function expectFocus(page: Page, after: string): Promise<void> {
  const place = () =>
    page.evaluate(() => (globalThis as unknown as PageGlobals).document.activeElement?.tagName ?? 'BODY')
  await expect.poll(place, `the focus after ${after}`).not.toBe('BODY')
}

test('keeps the focus on an element after chats, answers and panes were changed', async ({ page }) => {
  await test.step('keeps the focus on an element after a chat was deleted, restored, archived and erased', async () => {
    for (const title of ['Third', 'Second', 'First']) await invoke(page, 'sessions.create', { title })
    const list = page.getByRole('navigation', { name: 'Chats' })
    const row = (title: string) => list.getByRole('link', { name: title })
    await row('First').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible()
    await row('First').focus()
    await page.keyboard.press('Delete')
    await expect(row('First')).toBeHidden()
    await expectFocus(page, 'deleting the chat that is shown')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter')
    await expect(row('First')).toBeVisible()
    await expectFocus(page, 'bringing it back')
    await row('Second').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
    await expect(row('Second')).toBeHidden()
    await expectFocus(page, 'putting a chat aside')
    for (const title of ['Third', 'First']) {
      await row(title).focus()
      await page.keyboard.press('Delete')
      await expect(row(title)).toBeHidden()
      await expectFocus(page, `deleting ${title}`)
    }
    await page.getByRole('button', { name: 'Trash', exact: true }).press('Enter')
    await list.getByRole('button', { name: 'Third' }).first().focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await expect(list.getByRole('button', { name: 'Third' })).toHaveCount(0)
    await expectFocus(page, 'erasing one of two')
    await list.getByRole('button', { name: 'First' }).first().focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await expect(list).toContainText('Deleted chats stay here')
    await expectFocus(page, 'erasing the last one')
    await page.getByRole('button', { name: 'Back to chats' }).press('Enter')
    await expectFocus(page, 'going back to the chats')
  })

  await test.step('keeps the focus on an element after an answer was stopped, regenerated, edited and removed', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Stop me')
    await chat.answer.getByText('the a small model').waitFor()
    await chat.message.fill('/status')
    await chat.message.press('Enter')
    const composer = page.locator('[data-slot="composer"]')
    await expect(composer.getByText('Esc to close')).toBeVisible()
    await chat.message.press('Escape')
    await expect(composer.getByText('Esc to stop')).toBeVisible()
    await chat.stop.press('Enter')
    await expect(chat.answerThatIs('partial')).toBeVisible()
    await expect(chat.stop).toBeHidden()
    await expectFocus(page, 'Stop')
    await pressButton(page.getByRole('button', { name: 'Regenerate' }))
    await expect(chat.stop).toBeVisible()
    await expectFocus(page, 'Regenerate')
    await page.keyboard.press('Alt+x')
    await expect(chat.answerThatIs('partial')).toBeVisible()
    await expectFocus(page, 'Stop by its shortcut')
    await pressButton(page.getByRole('button', { name: 'Edit', exact: true }))
    await page.getByRole('textbox', { name: 'Edit message' }).fill('Stop me again')
    await pressButton(page.getByRole('button', { name: 'Resend', exact: true }))
    await expect(chat.questions).toHaveText([/Stop me again/])
    await expectFocus(page, 'an edit')
    await chat.answer.getByText('the a small model').waitFor()
    await chat.answer.focus()
    await page.keyboard.press('Escape')
    await expect(chat.answerThatIs('partial')).toBeVisible()
    await expectFocus(page, 'Stop by Escape on the answer')
    await pressButton(page.getByRole('button', { name: 'Remove last exchange', exact: true }))
    await expect(chat.questions).toHaveCount(0)
    await expect(chat.message).toBeFocused()
    await pressButton(page.getByRole('button', { name: 'Restore' }))
    await expect(chat.questions).toHaveCount(1)
    await expectFocus(page, 'Restore')
  })

  await test.step('keeps the focus on an element after panes were stopped, run again and removed', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/stall', 'fake/stall', 'fake/stall'])
    await compare.ask('Three of you')
    for (const number of [1, 2, 3]) await compare.pane(number).status.getByText('Streaming').waitFor()
    await compare.pane(1).stop.press('Enter')
    await expect(compare.pane(1).status).toHaveText('Stopped')
    await expectFocus(page, 'Stop pane')
    await compare.pane(1).region.getByRole('button', { name: 'Regenerate pane A' }).press('Enter')
    await expect(compare.pane(1).status).toHaveText('Streaming')
    await expectFocus(page, 'Regenerate pane')
    await compare.stopAll.press('Enter')
    await expect(compare.pane(3).status).toHaveText('Stopped')
    await expect(compare.stopAll).toBeHidden()
    await expectFocus(page, 'Stop all')
    await compare.pane(3).region.getByRole('button', { name: 'Remove pane' }).press('Enter')
    await expect(compare.panes).toHaveCount(2)
    await expectFocus(page, 'Remove pane')
    await compare.pane(1).message.focus()
    await page.keyboard.press('Alt+m')
    const restore = page.getByRole('button', { name: 'Show all panes' })
    await restore.press('Enter')
    await expect(restore).toBeHidden()
    await expectFocus(page, 'showing all panes again')
  })

  await test.step('keeps the focus on an element after the last pane was added and parameters were reset', async () => {
    const compare = new Compare(page)
    await page.getByRole('button', { name: 'New comparison', exact: true }).first().click()
    await compare.panes.first().waitFor()
    for (let count = (await compare.panes.count()) + 1; count <= 8; count += 1) {
      await compare.addPane.press('Enter')
      await expect(compare.panes).toHaveCount(count)
    }
    await expect(compare.addPane).toBeDisabled()
    await expect(compare.addPane).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(compare.panes).toHaveCount(8)

    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.getByRole('button', { name: 'Model settings' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /Model settings/ })
    await dialog.getByLabel('Seed').fill('7')
    const reset = dialog.getByRole('button', { name: 'Reset parameters' })
    await reset.press('Enter')
    await expect(reset).toBeDisabled()
    await expect(reset).toBeFocused()
  })
})

test('keeps the focus on an element after overlays were closed, and Escape stops the answer where it closes nothing', async ({
  page,
}) => {
  await test.step('keeps the focus on an element after any overlay was closed', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Under the dialogs')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.message.focus()
    for (const keys of [
      'ControlOrMeta+,',
      'ControlOrMeta+Shift+P',
      'ControlOrMeta+/',
      'Alt+p',
      'Alt+Shift+E',
    ]) {
      await page.keyboard.press(keys)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expectFocus(page, `opening what ${keys} opens`)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expectFocus(page, `closing what ${keys} opened`)
    }
    const settings = await openSettings(page, 'Appearance')
    await settings.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(settings).toBeHidden()
    await expectFocus(page, 'Close')
    await page.keyboard.press('ControlOrMeta+f')
    const find = page.getByRole('search', { name: 'Find in chat' })
    await expect(find).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(find).toBeHidden()
    await expectFocus(page, 'closing the find bar')
    await page.keyboard.press('Alt+o')
    const outline = page.getByRole('navigation', { name: 'Outline' })
    await outline.getByRole('button', { name: 'Close outline' }).press('Enter')
    await expect(outline).toBeHidden()
    await expectFocus(page, 'closing the outline')
    await page.keyboard.press('Alt+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option').first()).toBeHidden()
    await expectFocus(page, 'closing the list of models')
  })

  await test.step('Escape stops the answer wherever it closes nothing, also right after another Escape', async () => {
    const chat = new Chat(page)
    const field = page.getByRole('combobox', { name: 'Model' })
    await chat.begin('fake/stall', 'Stop me from anywhere')
    const places = [
      field,
      page.getByRole('button', { name: 'Search', exact: true }),
      page.getByRole('button', { name: 'Attach files' }),
    ]
    for (const place of places) {
      await expect(chat.stop).toBeVisible()
      await chat.answer.getByText('the a small model').waitFor()
      await place.focus()
      await page.keyboard.press('Escape')
      await expect(chat.stop).toBeHidden()
      await pressButton(page.getByRole('button', { name: 'Regenerate' }))
    }
    // The first Escape only closes the list. The answer before is shown until its run has ended.
    await expect(chat.stop).toBeVisible()
    await chat.answer.getByText('the a small model').waitFor()
    await field.click()
    await page.keyboard.press('Escape')
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await expect(chat.stop).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chat.stop).toBeHidden()
  })

  await test.step('returns the focus to the composer after a model was chosen or a file was attached', async () => {
    const chat = new Chat(page)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await page.keyboard.press('Alt+k')
    await page.keyboard.type('fake brief')
    await page.keyboard.press('Enter')
    await expect(chat.message).toBeFocused()
    await page.keyboard.type('Hello')
    await expect(chat.message).toHaveValue('Hello')

    const attach = page.getByRole('button', { name: 'Attach files' })
    const choosing = page.waitForEvent('filechooser')
    await attach.press('Enter')
    await (await choosing).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(chat.message).toBeFocused()
    await page.getByRole('button', { name: 'Remove a.txt' }).press('Enter')
    await expect(chat.message).toBeFocused()

    const compare = new Compare(page)
    await compare.beginByHand(['fake/brief', 'fake/brief'])
    await compare.pane(2).message.focus()
    await page.keyboard.press('Alt+k')
    await page.keyboard.type('fake stall')
    await page.keyboard.press('Enter')
    await expect(compare.pane(2).message).toBeFocused()
  })
})
