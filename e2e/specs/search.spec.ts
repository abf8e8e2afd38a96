import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'
import { Compare } from '../helpers/compare.ts'
import { invoke } from '../helpers/window-api.ts'

function field(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search' })
}

function found(page: Page): Locator {
  return page.getByRole('option')
}

async function importChat(page: Page, title: string, texts: readonly string[]): Promise<void> {
  await invoke(page, 'sessions.import', {
    title,
    messages: texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
  })
}

test('a search shows titles, then what was said, with what was found marked, and opens that very message', async ({
  page,
}) => {
  const many = Array.from({ length: 120 }, (_, index) => `Line ${index} of a long talk`)
  await importChat(page, 'A long talk', ['Where does the heron nest?', ...many])
  await importChat(page, 'The heron', ['Something else'])
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('heron')
  await expect(found(page)).toHaveCount(2)
  await expect(found(page).nth(0)).toContainText('The heron')
  await expect(found(page).nth(1)).toContainText('A long talk')
  await expect(found(page).nth(1)).toContainText('You')
  await expect(found(page).nth(1).locator('mark')).toHaveText('heron')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const message = page.locator('article', { hasText: 'Where does the heron nest?' })
  await expect(message).toBeInViewport()
  // The results stay, for the next of them.
  await expect(found(page)).toHaveCount(2)
})

test('Escape takes the list back, then the keyboard to the message', async ({ page }) => {
  await importChat(page, 'Before the search', ['Hello'])
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('search')
  await expect(found(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Before the search' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(new Chat(page).message).toBeFocused()
})

test('filters are offered, shown once they are understood, and taken out again', async ({ page }) => {
  await importChat(page, 'Filtered', ['The kingfisher, says the user', 'The kingfisher, says the answer'])
  await field(page).click()
  await page.getByRole('button', { name: 'role:', exact: true }).click()
  await expect(field(page)).toHaveValue('role:')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('user kingfisher')
  await expect(found(page)).toHaveCount(1)
  await expect(found(page)).toContainText('says the user')
  await page.getByRole('button', { name: 'Remove role: user' }).click()
  await expect(found(page)).toHaveCount(2)
  await expect(field(page)).toHaveValue('kingfisher')
  await field(page).fill('kingfisher before:soon')
  await expect(page.getByRole('status').filter({ hasText: 'before:' })).toBeVisible()
  await expect(found(page)).toHaveCount(2)
})

test('what was said in a pane opens its comparison', async ({ page }) => {
  const compare = new Compare(page)
  await compare.begin(['fake/brief', 'fake/brief'])
  await compare.ask('Which bird is a cormorant?')
  for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await field(page).fill('cormorant role:user')
  await expect(found(page).first()).toContainText('Comparison:')
  await page.keyboard.press('Enter')
  await expect(compare.pane(2).answer).toContainText('Here is the answer.')
})

test('markup in what was said is text, and operators typed by accident do no harm', async ({ page }) => {
  await importChat(page, 'Markup', ['An egret <img src=x onerror="document.title=1"> & more'])
  await field(page).fill('egret')
  await expect(found(page)).toContainText('<img src=x onerror="document.title=1">')
  for (const query of ['"egret', 'egret AND', 'egret*', '(egret', 'egret -', 'NEAR(egret']) {
    await field(page).fill(query)
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(field(page)).toHaveValue(query)
  }
})

test('a search that finds nothing says so', async ({ page }) => {
  await field(page).fill('xylophonically')
  await expect(page.getByRole('complementary')).toContainText('Nothing was found.')
  await expect(found(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
})
