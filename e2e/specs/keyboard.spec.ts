import type { Locator } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke } from '../helpers/pages/window-api.ts'

/** The part of the DOM that these tests use; this project has no DOM types. */
interface PageGlobals {
  document: { addEventListener(type: 'DOMContentLoaded', listener: () => void): void }
  location: { hash: string }
}

test('the focus continues where an element went away, a second press of Stop starts nothing new, and odd addresses open what they can', async ({
  page,
}) => {
  await test.step('when the focused element goes away, Tab continues from its position', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Where am I?')
    await chat.answerThatIs('complete').waitFor()
    const row = page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first()

    await row.focus()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()

    const actions = page.getByRole('button', { name: /^Actions for/ }).first()
    await actions.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(actions).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /^Rename/ }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).press('Enter')
    await expect(row).toBeFocused()

    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await edit.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Edit message' }).press('Escape')
    await expect(edit).toBeFocused()
  })

  await test.step('removing a pane moves the focus to its neighbour', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brief', 'fake/brief', 'fake/brief'])
    await compare.ask('Three of you.')
    await expect(compare.pane(3).status).toHaveText('Done')
    await compare.pane(3).region.getByRole('button', { name: 'Remove pane' }).press('Enter')
    await expect(compare.panes).toHaveCount(2)
    await expect(compare.pane(2).region.getByRole('combobox', { name: 'Model' })).toBeFocused()
  })

  await test.step('the second click of a double click on Stop does not send the draft', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/steady', 'Go on.')
    await chat.answerThatIs('streaming').waitFor()
    await chat.message.fill('not yet')
    const box = await chat.stop.boundingBox()
    if (box === null) throw new Error('Stop is not shown')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down({ clickCount: 1 })
    await page.mouse.up({ clickCount: 1 })
    // A real second click comes when Send has already replaced Stop.
    await expect(chat.send).toBeVisible()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(chat.message).toHaveValue('not yet')
    await expect(chat.questions).toHaveCount(1)
  })

  await test.step('neither a double click on the Stop of a pane nor holding Enter on it starts a new answer', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/stall', 'fake/stall'])
    await compare.ask('Go on')
    const [first, second] = [compare.pane(1), compare.pane(2)]
    for (const pane of [first, second]) await pane.status.getByText('Streaming').waitFor()
    const box = await first.stop.boundingBox()
    if (box === null) throw new Error('Stop is not shown')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down({ clickCount: 1 })
    await page.mouse.up({ clickCount: 1 })
    await expect(first.region.getByRole('button', { name: 'Regenerate pane A' })).toBeVisible()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(first.status).toHaveText('Stopped')

    await second.stop.focus()
    await page.keyboard.down('Enter')
    await expect(second.region.getByRole('button', { name: 'Regenerate pane B' })).toBeVisible()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(second.status).toHaveText('Stopped')
    await expect(second.message).toBeFocused()
  })

  await test.step('a truncated address opens a new chat', async () => {
    await page.goto(new URL('#/chat/%E0%A4%A', page.url()).href)
    await expect(page.getByRole('heading', { name: 'New chat' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()
  })

  await test.step('opens the latest address if it changes while the page loads', async () => {
    const { session } = await invoke(page, 'sessions.create', { title: 'Meant' })
    // At this point the state is initialised from the address, but nothing is rendered yet.
    await page.addInitScript(
      (hash) => {
        const { document, location } = globalThis as unknown as PageGlobals
        document.addEventListener('DOMContentLoaded', () => {
          location.hash = hash
        })
      },
      `#/chat/${encodeURIComponent(session.id)}`,
    )
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Meant' })).toBeVisible()
  })
})

test('a whole tour, from the first question to deleting a chat and restoring it, needs no mouse', async ({
  page,
}) => {
  const { keyboard } = page
  const chat = new Chat(page)
  const compare = new Compare(page)
  /** Chooses a model in the focused field. */
  const chooseModel = async (modelId: string) => {
    await keyboard.type(modelId)
    await expect(page.locator(`[data-model-id="${modelId}"]`)).toHaveAttribute('data-active', 'true')
    await keyboard.press('Enter')
    await expect(page.locator('[data-model-id]')).toHaveCount(0)
  }
  const tabTo = async (target: Locator) => {
    for (let step = 0; step < 80; step += 1) {
      if (await target.evaluate((element) => element.matches(':focus'))) return
      await keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }

  await keyboard.press('Alt+n')
  await expect(chat.message).toBeFocused()
  await keyboard.press('Alt+k')
  await chooseModel('fake/stall')
  await keyboard.press('Alt+i')
  await keyboard.type('A tour by keyboard')
  await keyboard.press('Enter')
  await chat.answer.getByText('the a small model').waitFor()
  await expect(chat.message).toBeFocused()
  await tabTo(chat.stop)
  await keyboard.press('Enter')
  await expect(chat.answerThatIs('partial')).toBeVisible()

  await keyboard.press('Alt+k')
  await chooseModel('fake/brief')
  await keyboard.press('Alt+i')
  await keyboard.press('Alt+ArrowUp')
  await expect(chat.answer).toBeFocused()
  await keyboard.press('Alt+ArrowUp')
  await expect(chat.questions).toBeFocused()
  await keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
  await keyboard.press('End')
  await keyboard.type(' alone')
  await tabTo(page.getByRole('button', { name: 'Resend', exact: true }))
  await keyboard.press('Enter')
  await expect(chat.questions).toHaveText([/A tour by keyboard alone/])
  await expect(chat.answerThatIs('complete')).toBeVisible()

  await keyboard.press('Alt+c')
  await expect(compare.panes.first()).toBeVisible()
  const before = await compare.panes.count()
  for (let number = 1; number <= before; number += 1) {
    await keyboard.press(`Alt+${number}`)
    await tabTo(compare.pane(number).region.getByRole('combobox', { name: 'Model' }))
    await keyboard.press('Enter')
    await chooseModel(number === 1 ? 'fake/brief' : 'fake/stall')
  }
  await keyboard.press('Alt+i')
  await expect(compare.message).toBeFocused()
  await keyboard.type('Both of you')
  await keyboard.press('Enter')
  await expect(compare.pane(1).status).toHaveText('Done')
  await expect(compare.message).toBeFocused()
  await tabTo(compare.pane(2).stop)
  await keyboard.press('Enter')
  await expect(compare.pane(2).status).toHaveText('Stopped')
  await keyboard.press('Alt+Shift+n')
  await expect(compare.panes).toHaveCount(before + 1)
  const modelOf = (number: number) => compare.pane(number).region.getByRole('combobox', { name: 'Model' })
  await keyboard.press('Alt+1')
  await keyboard.press('Alt+Shift+ArrowRight')
  await expect(modelOf(2)).toHaveValue('brief')
  await expect(modelOf(1)).toHaveValue('stall')

  await keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await tabTo(settings.getByRole('button', { name: 'Appearance' }))
  await keyboard.press('Enter')
  await tabTo(settings.getByRole('radio', { name: 'System', exact: true }))
  await keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Escape')
  await expect(settings).toBeHidden()

  await keyboard.press('ControlOrMeta+k')
  await keyboard.type('role:user tour alone')
  await expect(page.getByRole('option').first()).toContainText('alone')
  await keyboard.press('Enter')
  await expect(chat.questions).toHaveText([/A tour by keyboard alone/])
  // The found message takes the focus; the next key must not come before.
  await expect(chat.questions.first()).toBeFocused()
  await page.getByRole('button', { name: 'Search', exact: true }).focus()
  const row = page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('link', { name: 'A tour by keyboard' })
  await keyboard.press('ArrowDown')
  for (let step = 0; step < 20; step += 1) {
    if (await row.evaluate((element) => element.matches(':focus'))) break
    await keyboard.press('ArrowDown')
  }
  await expect(row).toBeFocused()
  await keyboard.press('Delete')
  await expect(row).toBeHidden()
  await keyboard.press('ControlOrMeta+z')
  await expect(row).toBeVisible()
})
