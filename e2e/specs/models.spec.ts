import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

const names = Array.from({ length: 1_200 }, (_, index) => `maker-${index % 20}/model-${index}-chat`)
const models = Object.fromEntries(
  ['openai/gpt-4o-mini', ...names].map((name) => [
    name,
    completeStream([{ type: 'tokens', tokens: [`I am ${name}.`] }]),
  ]),
)
/** The picker's options; the roles of a browser's own lists count as options too. */
function optionsOf(page: Page): Locator {
  return page.locator('[role=option]')
}

test.use({ appOptions: { models, provider: 'configured' } })

test.beforeEach(async ({ app, page }) => {
  await invoke(page, 'providers.save', {
    id: 'fake',
    kind: 'openai-compatible',
    name: 'Fake',
    baseUrl: app.fake.baseUrl,
  })
  await invoke(page, 'settings.set', { favouriteModels: [], nameChats: false })
})

test('the picker and Settings find one of a thousand models, by keyboard, star it, and refresh what a server offers', async ({
  page,
  app,
  openWindow,
}) => {
  await test.step('the picker searches, steps, pages, stars and chooses among thousands of models by keyboard', async () => {
    const field = page.getByRole('combobox', { name: 'Model' })
    await field.focus()
    await page.keyboard.press('ArrowDown')
    const active = page.locator('[role=option][data-active=true]')
    await expect(active).toBeVisible()
    for (let count = 0; count < 30; count += 1) await page.keyboard.press('PageDown')
    await expect(active).toBeInViewport()
    expect(Number(await active.getAttribute('aria-posinset'))).toBeGreaterThan(250)
    // The field also names it if the list has scrolled it out of view.
    await optionsOf(page)
      .first()
      .evaluate((option) => option.closest('[data-slot="model-list-scroll"]')?.scrollTo({ top: 0 }))
    await expect(active).not.toBeInViewport()
    await expect(field).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '')
    await page.keyboard.press('ArrowDown')
    await expect(active).toBeInViewport()

    await page.keyboard.type('model-777')
    await expect(optionsOf(page)).toHaveCount(1)
    await expect(active).toHaveAttribute('data-model-id', 'fake/maker-17/model-777-chat')
    await page.keyboard.press('Shift+Enter')
    await expect(active).toContainText('Favourite')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('maker-17/model-777-chat')
    const chat = new Chat(page)
    await chat.ask('Who are you?')
    await expect(chat.answerThatIs('complete')).toContainText('I am maker-17/model-777-chat.')
    expect((await invoke(page, 'settings.get', {})).settings.favouriteModels).toEqual([
      'fake/maker-17/model-777-chat',
    ])
  })

  await test.step('finds one of a thousand models in Settings by a part of its name, and stars it', async () => {
    await invoke(page, 'settings.set', { favouriteModels: [] })
    const settings = await openSettings(page, 'Models')
    const rows = settings.locator('li[data-model-id]')
    await expect(rows.first()).toBeVisible()
    expect(await rows.count()).toBeLessThan(100)
    await settings.getByRole('searchbox', { name: 'Search models' }).fill('gpt4om')
    await expect(rows).toHaveCount(1)
    await settings.getByRole('button', { name: 'Favourite openai/gpt-4o-mini' }).click()
    await expect(settings.getByRole('button', { name: 'Favourite openai/gpt-4o-mini' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await settings.getByRole('searchbox', { name: 'Search models' }).fill('')
    await settings.getByRole('button', { name: 'Favourites', exact: true }).click()
    await expect(rows).toHaveCount(1)
    expect((await invoke(page, 'settings.get', {})).settings.favouriteModels).toEqual([
      'fake/openai/gpt-4o-mini',
    ])
    await page.keyboard.press('Escape')
    const field = page.getByRole('combobox', { name: 'Model' })
    await field.click()
    await expect(optionsOf(page).first()).toHaveAttribute('data-model-id', 'fake/openai/gpt-4o-mini')
    await expect(page.getByRole('group', { name: 'Favourites' })).toBeVisible()
  })

  await test.step('a model is renamed and hidden with a key of the picker, in every window, and shown again in Settings', async () => {
    const other = await openWindow()
    const field = page.getByRole('combobox', { name: 'Model' })
    await page.keyboard.press('Escape')
    await field.click()
    await page.keyboard.type('model-31-')
    await page.keyboard.press('Alt+Enter')
    const editor = page.getByRole('dialog', { name: /^Model · / })
    await editor.getByLabel('Name').fill('The\u202e one I mean')
    await expect(page.getByRole('dialog', { name: 'Model · The one I mean' })).toBeVisible()
    await editor.getByText('On', { exact: true }).click()
    await page.keyboard.press('Escape')
    for (const window of [page, other]) {
      await window.getByRole('combobox', { name: 'Model' }).click()
      await window.keyboard.type('one I mean')
      await expect(window.getByText('No results')).toBeVisible()
      await window.keyboard.press('Escape')
    }
    const settings = await openSettings(page, 'Models')
    await settings.getByRole('button', { name: 'Hidden', exact: true }).click()
    await settings.getByRole('button', { name: 'Actions for The one I mean' }).click()
    await page.getByRole('menuitem', { name: 'Show' }).click()
    await expect(settings.getByText('No hidden models.')).toBeVisible()
    await page.keyboard.press('Escape')
    await field.click()
    await page.keyboard.type('one I mean')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('The one I mean')
    await expect(new Chat(page).message).toBeFocused()
  })

  await test.step('refreshing finds a model that its server has added, and names a server that is gone', async () => {
    const settings = await openSettings(page, 'Models')
    const newcomer = settings.locator('li[data-model-id="fake/newcomer"]')
    const again = settings.getByRole('button', { name: 'Refresh', exact: true })
    await settings.getByRole('searchbox', { name: 'Search models' }).fill('newcomer')
    await expect(settings.getByText('No results')).toBeVisible()
    app.fake.script('newcomer', completeStream([{ type: 'tokens', tokens: ['I am new.'] }]))
    await again.click()
    await expect(newcomer).toBeVisible()

    await invoke(page, 'providers.save', {
      id: 'fake',
      kind: 'openai-compatible',
      name: 'Fake',
      baseUrl: 'http://127.0.0.1:9/v1',
    })
    await again.click()
    await expect(settings.getByText(/^Fake .*127\.0\.0\.1:9/)).toBeVisible()
    await expect(newcomer).toHaveCount(0)
  })
})
