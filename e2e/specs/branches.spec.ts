import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Palette } from '../helpers/pages/palette.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

const saying = (...words: string[]) => completeStream([{ type: 'tokens', tokens: words }])

test.use({ appOptions: { models: { words: saying('First.'), other: saying('From another one.') } } })

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}.\n\n`)
const previous = (row: Locator) => row.getByRole('button', { name: 'Previous version' })
const next = (row: Locator) => row.getByRole('button', { name: 'Next version' })

async function menu(page: Page, row: Locator, item: string): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('versions of answers and questions can be shown again, another model answers beside the first, and a chat is forked', async ({
  app,
  page,
}) => {
  await test.step('every version of an answer can be shown again, and the focus stays on the switcher', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/words', 'Say something')
    await expect(chat.answerThatIs('complete')).toContainText('First.')
    await expect(previous(chat.answer)).toBeHidden()
    for (const words of ['Second.', 'Third.']) {
      app.fake.script('words', saying(words))
      await chat.answer.hover()
      await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
      await expect(chat.answerThatIs('complete')).toContainText(words)
    }
    await expect(chat.answer).toContainText('3 of 3')
    await expect(previous(chat.answer)).toBeEnabled()
    await previous(chat.answer).focus()
    await page.keyboard.press('Enter')
    await expect(chat.answer).toContainText('Second.')
    await expect(previous(chat.answer)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chat.answer).toContainText('First.')
    await expect(chat.answer).toContainText('1 of 3')
    // At the last version the button keeps the focus and does nothing.
    await page.keyboard.press('Enter')
    await expect(previous(chat.answer)).toBeFocused()
    await expect(previous(chat.answer)).toHaveAttribute('aria-disabled', 'true')

    await page.reload()
    await expect(chat.answer).toContainText('First.')
    await next(chat.answer).click()
    await expect(chat.answer).toContainText('Second.')
  })

  await test.step('a hit on another branch is only a visit, until the user stays', async () => {
    const chat = new Chat(page)
    const palette = new Palette(page)
    const bar = page.getByText('You are viewing another version.')
    const openHit = async () => {
      await palette.find('third')
      await palette.lines.filter({ hasText: 'Third.' }).click()
      await expect(chat.answer).toContainText('Third.')
      await expect(bar).toBeVisible()
    }
    await openHit()
    await page.getByRole('button', { name: 'Back to the current version' }).click()
    await expect(chat.answer).toContainText('Second.')
    await expect(bar).toBeHidden()
    // The address follows a moment later, and a reload would open it.
    await expect(page).toHaveURL(/#\/chat\/[^/]+$/)
    await page.reload()
    await expect(chat.answer).toContainText('Second.')
    await expect(bar).toBeHidden()

    // Left without a decision, by a reload, which opens the hit again, and by another view.
    await openHit()
    await page.reload()
    await expect(chat.answer).toContainText('Third.')
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await page.getByRole('navigation').getByText('Say something').first().click()
    await expect(chat.answer).toContainText('Second.')
    await openHit()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect(bar).toBeHidden()
    await page.reload()
    await expect(chat.answer).toContainText('Third.')
    await expect(bar).toBeHidden()
  })

  await test.step('editing a question keeps the old one and everything that followed it', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'The first wording', 'A second question')

    const first = chat.questions.first()
    await menu(page, first, 'Edit')
    await page.getByRole('textbox', { name: 'Edit message' }).fill('The second wording')
    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    await expect(chat.questions).toHaveText([/The second wording/])
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await expect(first).toContainText('2 of 2')

    await previous(first).click()
    await expect(chat.questions).toHaveText([/The first wording/, /A second question/])
    await expect(first).toContainText('1 of 2')
    await next(first).click()
    await expect(chat.questions).toHaveText([/The second wording/])
  })

  await test.step('switching the version of a message in view keeps the switcher under the pointer', async () => {
    const chat = new Chat(page)
    app.fake.script('words', saying(...lines(4)))
    await chat.begin('fake/words', 'A short one')
    await expect(chat.answerThatIs('complete')).toContainText('Line 3.')
    app.fake.script('words', saying(...lines(60)))
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
    await expect(chat.answerThatIs('complete')).toContainText('Line 59.')
    await chat.ask('And one after it')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')

    const first = chat.answers.first()
    await previous(first).scrollIntoViewIfNeeded()
    await previous(first).click()
    await expect(chat.questions).toHaveCount(1)
    await expect(first).not.toContainText('Line 59.')
    await next(first).focus()
    const before = await topOf(next(first))
    await page.keyboard.press('Enter')
    await expect(first).toContainText('Line 59.')
    await expect(chat.questions).toHaveCount(2)
    await expect(next(first)).toBeFocused()
    await expect.poll(async () => Math.abs((await topOf(next(first))) - before)).toBeLessThan(2)
  })

  await test.step('a model chosen by keyboard adds another answer beside the first one', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'Who are you?')
    await chat.answer.getByRole('button', { name: 'Actions for this answer' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Regenerate with…' }).press('Enter')
    const field = page.getByRole('combobox', { name: 'Regenerate with' })
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    const menuButton = chat.answer.getByRole('button', { name: 'Actions for this answer' })
    await expect(menuButton).toBeFocused()

    await menu(page, chat.answer, 'Regenerate with…')
    await page.keyboard.type('other')
    await page.keyboard.press('Enter')
    await requestOf(app.fake, 'other', 'Who are you?')
    await expect(chat.answerThatIs('complete')).toContainText('From another one.')
    await expect(chat.answer).toContainText('2 of 2')
    // Only this answer: the chat keeps its own model.
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('brief')
  })

  await test.step('forks a chat at a message', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'Kept in the fork', 'Left behind')
    const before = page.url()
    await menu(page, chat.answers.first(), 'Fork from here')
    await expect(page).not.toHaveURL(before)
    await expect(chat.questions).toHaveText([/Kept in the fork/])
    expect((await storedMessages(page)).map(messageText)).toEqual(['Kept in the fork', 'Here is the answer.'])
  })

  await test.step('does not offer actions that a run would refuse while it is in progress', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/words', 'Two versions')
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Regenerate', exact: true }).click()
    await expect(chat.answer).toContainText('2 of 2')
    app.fake.script('words', completeStream([{ type: 'tokens', tokens: ['Going'] }, { type: 'silence' }]))
    await chat.ask('Take your time')
    await expect(chat.answerThatIs('streaming')).toContainText('Going')

    const first = chat.answers.first()
    await expect(previous(first)).toHaveAttribute('aria-disabled', 'true')
    await expect(previous(first)).toHaveAttribute('title', /An answer is in progress\./)
    await first.hover()
    await first.getByRole('button', { name: 'Actions for this answer' }).click()
    for (const item of ['Regenerate', 'Regenerate with…', 'Fork from here']) {
      await expect(page.getByRole('menuitem', { name: item, exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    }
    await page.keyboard.press('Escape')
    await chat.stop.click()
    await expect(previous(first)).toHaveAttribute('aria-disabled', 'false')
  })
})

async function topOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? Number.NaN
}
