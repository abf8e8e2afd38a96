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
      await chat.beginAnswered('fake/brief', title)
    }

    await test.step('palette', async () => {
      await chat.message.focus()
      await page.keyboard.press('ControlOrMeta+Shift+p')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
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
    await chat.beginAnswered('fake/brief', 'A small window')
    await invoke(page, 'settings.set', { textSize: 'largest' })
    // Everything moves when the setting arrives in the window.
    await expect(page.locator('html')).toHaveCSS('--text-scale', /^1\.[2-9]/)
    await page.setViewportSize({ width: 360, height: 320 })
    // The sidebar makes room a moment later.
    await expect(page.getByRole('button', { name: 'New chat', exact: true })).toBeHidden()
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect.poll(() => messages.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
    for (const name of ['Actions for this answer', 'Actions for your message']) {
      const button = page.getByRole('button', { name }).first()
      // A button that appears after scrolling, which leads to the latest message, may come between pointer and target.
      await button.press('Enter')
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

test('a list of hundreds is loaded while scrolling, and only visible rows are rendered', async ({ page }) => {
  const list = page.getByRole('navigation', { name: 'Chats' })
  for (let batch = 0; batch < 18; batch += 1) {
    const titles = Array.from({ length: 25 }, (_, index) => `Many ${batch * 25 + index}`)
    await Promise.all(titles.map((title) => invoke(page, 'sessions.create', { title })))
  }
  const { sessions } = await invoke(page, 'sessions.list', { limit: 500 })
  const oldest = list.locator(`[href="#/chat/${sessions.at(-1)?.id}"]`)
  // At first only some of them are loaded.
  await page.reload()
  await list.getByRole('link', { name: 'Many' }).first().focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(oldest).toBeFocused({ timeout: 100 })
  }).toPass()
  expect(await list.getByRole('link').count()).toBeLessThan(80)
  // The row with the keyboard is there also where it cannot be seen.
  await list.evaluate((scroller) => scroller.scrollTo({ top: 0 }))
  await expect(list.getByRole('link').first()).toBeInViewport()
  await expect(oldest).toBeFocused()
  await expect(oldest).not.toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(oldest).not.toBeFocused()
  await expect(list.locator(':focus')).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(list.getByRole('link').first()).toBeFocused()
})

test('the keyboard reaches each of many projects, of which only those in view are drawn, and deletes the last one', async ({
  page,
}) => {
  for (let number = 101; number <= 160; number += 1) {
    await invoke(page, 'projects.save', { name: `Project ${number}` })
  }
  const projects = page.getByRole('region', { name: 'Projects' })
  const total = (await invoke(page, 'projects.list', {})).projects.length
  await expect(projects.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(total))
  const named = (number: number) => projects.getByRole('button', { name: `Project ${number}`, exact: true })
  await projects.locator('[data-slot="project-link"]').first().focus()
  await page.keyboard.press('End')
  await expect(named(160)).toBeFocused()
  await expect(named(160)).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(named(159)).toBeFocused()
  await expect(named(120)).toHaveCount(0)
  await page.keyboard.press('End')
  await page.keyboard.press('Delete')
  await expect(named(160)).toHaveCount(0)
  await expect(named(159)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Back to all chats' })).toBeVisible()
})
