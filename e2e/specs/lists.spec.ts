import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { invoke } from '../helpers/pages/window-api.ts'

// Generated titles would replace the ones that these tests rely on.
test.beforeEach(({ page }) => invoke(page, 'settings.set', { nameChats: false }))

/** Sends an arrow key and Enter as they arrive while an input method composes a word. */
async function compose(target: Locator): Promise<void> {
  for (const key of ['ArrowDown', 'ArrowUp', 'PageDown', 'Tab', 'Enter']) {
    await target.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true })
  }
}

function activeLine(field: Locator): Promise<string | null> {
  return field.getAttribute('aria-activedescendant')
}

/** How far a part of the window extends beyond an edge of the window, in pixels. */
async function overEdge(page: Page, part: Locator): Promise<number> {
  const box = await part.boundingBox()
  const size = page.viewportSize()
  if (box === null || size === null) return Infinity
  return Math.max(-box.x, -box.y, box.x + box.width - size.width, box.y + box.height - size.height)
}

test('menus and lists: input methods choose nothing, Escape closes them before it stops the answer, and they stay inside a small window', async ({
  page,
}) => {
  await test.step('no key of an input method moves through a list or chooses from it', async () => {
    const chat = new Chat(page)
    for (const title of ['First walk', 'Second walk']) {
      await chat.begin('fake/brief', title)
      await expect(chat.answerThatIs('complete')).toBeVisible()
    }
    const heading = page.getByRole('heading', { level: 1 })

    await test.step('palette', async () => {
      await chat.message.focus()
      await page.keyboard.press('Control+Shift+p')
      const palette = page.getByRole('dialog', { name: 'Command palette' })
      const field = palette.getByRole('combobox')
      await expect(field).toBeFocused()
      const before = await activeLine(field)
      await compose(field)
      await expect(palette).toBeVisible()
      expect(await activeLine(field)).toBe(before)
      await page.keyboard.press('Escape')
      await expect(palette).toBeHidden()
    })

    await test.step('model picker', async () => {
      const field = page.getByRole('combobox', { name: 'Model' })
      await field.click()
      const before = await activeLine(field)
      await compose(field)
      await expect(field).toHaveAttribute('aria-expanded', 'true')
      expect(await activeLine(field)).toBe(before)
      await page.keyboard.press('Escape')
      await expect(field).toHaveAttribute('aria-expanded', 'false')
      await compose(field)
      await expect(field).toHaveAttribute('aria-expanded', 'false')
    })

    await test.step('completions of a message', async () => {
      await chat.message.fill('/')
      await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible()
      const before = await activeLine(chat.message)
      await compose(chat.message)
      expect(await activeLine(chat.message)).toBe(before)
      await expect(chat.message).toHaveValue('/')
      await chat.message.fill('')
    })

    await test.step('search results', async () => {
      const field = page.getByRole('searchbox', { name: 'Search' })
      await field.fill('walk')
      await expect(page.getByRole('listbox', { name: 'Search results' })).toContainText('First walk')
      const before = await activeLine(field)
      await compose(field)
      expect(await activeLine(field)).toBe(before)
      await expect(heading).toHaveText('Second walk')
      await field.press('Escape')
    })

    await test.step('list of chats', async () => {
      const row = page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'Second walk' })
      await row.focus()
      await compose(row)
      await expect(row).toBeFocused()
    })

    await test.step('menu', async () => {
      await page.keyboard.press('Shift+F10')
      const first = page.getByRole('menuitem', { name: 'Rename' })
      await expect(first).toBeFocused()
      await compose(first)
      await expect(first).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name: 'Pin' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    })
  })

  await test.step('Escape first closes a menu, then stops the answer', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'A long answer')
    await expect(chat.stop).toBeVisible()
    const more = page.getByRole('navigation', { name: 'Chats' }).getByRole('button', { name: /^Actions for/ })
    await more.first().click({ force: true })
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(chat.stop).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chat.answerThatIs('partial')).toBeVisible()
  })

  await test.step('in a small window with the largest text, menus and lists stay inside it and scroll', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A small window')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await invoke(page, 'settings.set', { textSize: 'largest' })
    await page.setViewportSize({ width: 360, height: 320 })
    for (const name of ['Actions for this answer', 'Actions for your message']) {
      const button = page.getByRole('button', { name }).first()
      await button.click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expect.poll(() => overEdge(page, page.locator('[data-slot="popup"]'))).toBeLessThanOrEqual(0)
      const last = page.getByRole('menuitem').last()
      await last.scrollIntoViewIfNeeded()
      expect(await overEdge(page, last)).toBeLessThanOrEqual(0)
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    }
    await page.getByRole('combobox', { name: 'Model' }).click()
    await expect.poll(() => overEdge(page, page.locator('[data-slot="popup"]'))).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Refresh' }).scrollIntoViewIfNeeded()
    expect(await overEdge(page, page.getByRole('button', { name: 'Refresh' }))).toBeLessThanOrEqual(0)
  })
})
