import type { Page } from '@playwright/test'

import { completeStream, type ModelScript } from '../fake-provider/script.ts'
import { proseTokens } from '../fake-provider/sample-text.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

const answered = completeStream([{ type: 'tokens', tokens: ['All is well.'] }])
const aMoment = completeStream([{ type: 'tokens', tokens: proseTokens(40), perSecond: 20 }])
const unending: ModelScript = {
  type: 'stream',
  steps: [{ type: 'tokens', tokens: proseTokens(20) }, { type: 'silence' }],
}

test.use({ appOptions: { models: { moment: aMoment, held: unending, unending } } })

/** Stops the answer like an external tool, which does not pause the queue. */
async function stopFromElsewhere(page: Page): Promise<void> {
  const { runs } = await invoke(page, 'runs.list', {})
  await Promise.all(runs.map(({ sessionId }) => invoke(page, 'runs.stop', { sessionId })))
}

/** Stops everything, so that nothing continues after the test. */
async function stopAndHold(chat: Chat): Promise<void> {
  await chat.stop.click()
  await expect(chat.send).toBeVisible()
}

test('messages sent during an answer wait in order, and Stop pauses the queue until it is resumed', async ({
  page,
  app,
}) => {
  await test.step('messages sent during an answer wait in order, and are answered once it has ended', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/moment', 'The first')
    await chat.answerThatIs('streaming').waitFor()
    const waiting = page.getByRole('region', { name: 'Queue' })
    await chat.message.fill('The second')
    await chat.message.press('Enter')
    await expect(waiting.getByRole('listitem')).toHaveText([/^The second/])
    await expect(chat.message).toHaveValue('')
    await chat.message.fill('The third')
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(waiting.getByRole('listitem')).toHaveText([/^The second/, /^The third/])
    // Queued messages are not part of the chat yet.
    await expect(chat.questions).toHaveText([/The first/])

    await expect(waiting).toBeHidden({ timeout: scaledTimeout(15_000) })
    await expect(chat.questions).toHaveText([/The first/, /The second/, /The third/])
    await expect(chat.answerThatIs('complete')).toHaveCount(1)
    await expect(chat.send).toBeVisible({ timeout: scaledTimeout(15_000) })
    expect((await storedMessages(page)).map(({ role, status }) => [role, status])).toEqual(
      [1, 2, 3].flatMap(() => [
        ['user', 'complete'],
        ['assistant', 'complete'],
      ]),
    )
  })

  await test.step('Stop pauses the queue, says so, and the queue can be resumed', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/held', 'Stopped')
    await (await requestOf(app.fake, 'held', 'Stopped')).waitForTokens(20)
    await chat.message.fill('Held')
    await chat.message.press('Enter')
    const waiting = page.getByRole('region', { name: 'Queue' })
    await expect(waiting.getByRole('listitem')).toHaveText([/^Held/])
    await chat.message.press('Escape')
    await expect(waiting).toContainText('Paused: the last answer was stopped')
    await expect(chat.send).toBeVisible()
    await expect(chat.questions).toHaveCount(1)

    await page.reload()
    await expect(waiting).toContainText('Paused: the last answer was stopped')
    // A message sent now is answered now, before the paused queue.
    app.fake.script('held', answered)
    await chat.ask('At once')
    await expect(chat.answerThatIs('complete')).toContainText('All is well.')
    await expect(waiting.getByRole('listitem')).toHaveText([/^Held/])
    await waiting.getByRole('button', { name: 'Send now' }).click()
    await expect(waiting).toBeHidden()
    await expect(chat.questions).toHaveText([/Stopped/, /At once/, /Held/])
    await expect(chat.answers).toHaveCount(3)
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')
  })
})

test('a queued message can be edited, taken back and unfolded, and does not move the view', async ({
  page,
  app,
}) => {
  await test.step('a queued message can be edited and taken back by keyboard', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Never ends')
    await chat.answerThatIs('streaming').waitFor()
    for (const text of ['One', 'Two']) {
      await chat.message.fill(text)
      await chat.message.press('Enter')
      await expect(chat.message).toHaveValue('')
    }
    const waiting = page.getByRole('region', { name: 'Queue' })
    await expect(waiting.getByRole('listitem')).toHaveCount(2)

    const editOne = waiting.getByRole('button', { name: 'Edit' }).first()
    await editOne.press('Enter')
    const field = page.getByRole('textbox', { name: 'Edit queued message' })
    await expect(field).toBeFocused()
    await field.fill('One, rewritten')
    await page.keyboard.press('Enter')
    await expect(waiting.getByRole('listitem')).toHaveText([/^One, rewritten/, /^Two/])
    await expect(editOne).toBeFocused()
    await editOne.press('Enter')
    await field.fill('Something else')
    await page.keyboard.press('Escape')
    await expect(waiting.getByRole('listitem').first()).toHaveText(/^One, rewritten/)
    // Escape applies to the field, so the answer continues.
    await expect(chat.stop).toBeVisible()

    await chat.message.fill('half a thought')
    await waiting.getByRole('button', { name: 'Remove' }).last().press('Enter')
    await expect(waiting.getByRole('listitem')).toHaveText([/^One, rewritten/])
    await expect(chat.message).toHaveValue('Two\n\nhalf a thought')
    await expect(chat.message).toBeFocused()
    await stopAndHold(chat)
  })

  await test.step('a queued message whose turn comes while it is edited is sent unchanged, and the edit is kept', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/unending', 'Ends in a moment')
    await (await requestOf(app.fake, 'unending', 'Ends in a moment')).waitForTokens(20)
    await chat.message.fill('As it stood')
    await chat.message.press('Enter')
    const waiting = page.getByRole('region', { name: 'Queue' })
    await waiting.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit queued message' }).fill('Still being rewritten')
    app.fake.script('unending', answered)
    await stopFromElsewhere(page)
    await expect(chat.message).toHaveValue('Still being rewritten')
    await expect(page.getByRole('alert')).toContainText('was sent before you saved your edit')
    await expect(chat.questions).toHaveText([/Ends in a moment/, /As it stood/])
  })

  await test.step('a long queued message shows two lines, and all of it on request', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Never ends')
    await chat.answerThatIs('streaming').waitFor()
    const long = Array.from({ length: 8 }, (_, index) => `line ${index + 1}`).join('\n')
    await chat.message.fill(long)
    await chat.message.press('Enter')
    const waiting = page.getByRole('region', { name: 'Queue' })
    const words = waiting.getByRole('listitem').getByText('line 1')
    await expect(words).toBeVisible()
    const cut = (await words.boundingBox())?.height ?? 0
    await page.getByRole('button', { name: 'More' }).click()
    const whole = (await words.boundingBox())?.height ?? 0
    expect(whole).toBeGreaterThan(cut * 3)
    await page.getByRole('button', { name: 'Less' }).click()
    expect((await words.boundingBox())?.height).toBe(cut)
    expect((await storedMessages(page)).map(messageText)).not.toContain(long)
    await stopAndHold(chat)
  })

  await test.step('queuing messages does not move the view while the user reads far up', async () => {
    const chat = new Chat(page)
    const text = proseTokens(1_500).join('')
    const { session } = await invoke(page, 'sessions.import', {
      title: 'A long chat',
      model: 'fake/stall',
      messages: [
        { role: 'user', content: 'At the top' },
        { role: 'assistant', content: text },
        { role: 'user', content: 'Read this' },
        { role: 'assistant', content: text },
      ],
    })
    await page.goto(new URL(`#/chat/${encodeURIComponent(session.id)}`, page.url()).href)
    await chat.ask('Never ends')
    // The view follows the answer until it stalls.
    await expect(chat.answerThatIs('streaming')).toContainText('how long')
    const read = chat.questions.nth(1)
    await read.scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
    const before = (await read.boundingBox())?.y ?? 0
    await chat.message.fill('Waits')
    await chat.message.press('Enter')
    await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible()
    expect(Math.abs(((await read.boundingBox())?.y ?? 0) - before)).toBeLessThan(2)
    await stopAndHold(chat)
  })
})
