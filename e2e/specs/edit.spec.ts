import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat, pressButton } from '../helpers/pages/chat.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

/** The colour of text in the light theme. */
const ink = 'rgb(33, 31, 27)'

test.use({
  appOptions: {
    models: {
      once: completeStream([{ type: 'tokens', tokens: ['Once.'] }]),
      stuck: completeStream([{ type: 'tokens', tokens: ['Going'] }, { type: 'silence' }]),
    },
  },
})

test('a message is edited, or its answer regenerated, and replaces what was there', async ({ app, page }) => {
  await test.step('an edited message is answered again, without the messages that followed it', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'A question with a mistake', 'A second question')

    const first = chat.questions.first()
    await first.hover()
    await first.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit message' }).fill('A question without one')
    await pressButton(page.getByRole('button', { name: 'Resend', exact: true }))

    const request = await requestOf(app.fake, 'brief', 'A question without one')
    expect(JSON.stringify(request.body)).not.toContain('mistake')
    await expect(chat.questions).toHaveText([/A question without one/])
    // The focused element is gone: the focus moves to where the user can stop the answer or write the next
    // message.
    await expect(chat.message).toBeFocused()
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')
    expect((await storedMessages(page)).map(messageText)).toEqual([
      'A question without one',
      'Here is the answer.',
    ])
  })

  await test.step('Escape that ends a composition does not end the edit', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'A question')
    await chat.questions.hover()
    await chat.questions.getByRole('button', { name: 'Edit' }).click()
    const field = page.getByRole('textbox', { name: 'Edit message' })
    await field.fill('A question with 日本')
    await field.dispatchEvent('keydown', { key: 'Escape', isComposing: true })
    await expect(field).toHaveValue('A question with 日本')
    await field.press('Escape')
    await expect(field).toHaveCount(0)
  })

  await test.step('Regenerate below an answer replaces it with another', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/once', 'Say it differently')
    await expect(chat.answerThatIs('complete')).toContainText('Once.')
    app.fake.script('once', completeStream([{ type: 'tokens', tokens: ['Twice.'] }]))
    await chat.answer.hover()
    await pressButton(chat.answer.getByRole('button', { name: 'Regenerate' }))
    await expect(chat.answerThatIs('complete')).toContainText('Twice.')
    await expect(chat.answers).toHaveCount(1)
    await expect(chat.message).toBeFocused()
    expect((await storedMessages(page)).map(messageText)).toEqual(['Say it differently', 'Twice.'])
  })

  await test.step('an edited answer is another version marked as edited, and the original is kept', async () => {
    const chat = new Chat(page)
    app.fake.script('once', completeStream([{ type: 'tokens', tokens: ['Once.'] }]))
    await chat.begin('fake/once', 'What is it?')
    await expect(chat.answerThatIs('complete')).toContainText('Once.')
    await expect(chat.stop).toBeHidden()
    await page.keyboard.press('Alt+j')
    await expect(chat.answer).toBeFocused()
    await page.keyboard.press('e')
    const field = page.getByRole('textbox', { name: 'Edit answer' })
    await expect(field).toHaveValue('Once.')
    await field.press('Escape')
    await expect(chat.answer.getByRole('button', { name: 'Actions for this answer' })).toBeFocused()
    await page.keyboard.press('e')
    await field.fill('Mine, **edited**.')
    await field.press('ControlOrMeta+Enter')
    await expect(chat.answer.locator('strong')).toHaveText('edited')
    await expect(chat.answer).toContainText('Edited')
    await expect(chat.answer.locator('[data-slot="metrics"]')).not.toContainText('token')
    await expect(chat.message).toBeFocused()
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Previous version' }).click()
    await expect(chat.answer).toContainText('Once.')
    await expect(chat.answer).not.toContainText('Edited')
    await chat.answer.getByRole('button', { name: 'Next version' }).click()
    await expect(chat.answer).toContainText('Edited')
    await chat.ask('And then?')
    const request = await requestOf(app.fake, 'once', 'And then?')
    expect(JSON.stringify(request.body)).toContain('Mine, **edited**.')
  })
})

/** The button; it is disabled until the run is over. */
function removeLast(page: Page): Locator {
  return page.getByRole('button', { name: 'Remove last exchange', exact: true })
}

test('the last exchange can be removed and restored, or edited and resent, until a message is sent, and nothing is removed without saying why', async ({
  page,
}) => {
  await test.step('the last exchange can be removed and restored, also after a reload', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'The first question', 'The second question')

    // The second half of a double click does not remove one more.
    await page.getByRole('button', { name: 'Remove last exchange', exact: true }).dblclick()
    await expect(chat.questions).toHaveText([/The first question/])
    await expect(page.getByText('Removed “The second question”')).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(chat.questions).toHaveText([/The first question/, /The second question/])
    await expect(page.getByText('Removed “')).toBeHidden()
    await expect(chat.message).toBeFocused()

    await page.keyboard.press('Alt+z')
    await page.keyboard.press('Alt+z')
    await expect(chat.questions).toHaveCount(0)
    expect(await storedMessages(page)).toEqual([])
    await page.reload()
    await expect(page.getByText('The messages after this one were removed.')).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(chat.questions).toHaveText([/The first question/, /The second question/])
  })

  await test.step('says so if there is nothing left to remove', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'The only question')
    await expect(removeLast(page)).toBeEnabled()
    await page.keyboard.press('Alt+z')
    await expect(chat.questions).toHaveCount(0)
    await page.keyboard.press('Alt+z')
    await expect(page.getByRole('alert')).toContainText('nothing to undo')
    await page.keyboard.press('Alt+r')
    await expect(page.getByRole('alert')).toContainText('no previous message')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  await test.step('the offer to restore disappears when a message is sent', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'Taken back')
    await expect(removeLast(page)).toBeEnabled()
    await page.keyboard.press('Alt+z')
    await expect(page.getByText('Removed “Taken back”')).toBeVisible()
    await chat.ask('Instead of it')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await expect(page.getByText('Removed “')).toBeHidden()
    await expect(chat.questions.first()).toContainText('2 of 2')
  })

  await test.step('removes nothing during a run, and says why', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stuck', 'Take your time')
    await expect(chat.answerThatIs('streaming')).toContainText('Going')
    await page.keyboard.press('Alt+z')
    await expect(page.getByRole('alert')).toContainText('An answer is in progress')
    await expect(chat.questions).toHaveCount(1)
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toContainText('Going')
  })

  await test.step('Edit and resend edits the last message where it is, dims its answer, and keeps the old version', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'The one before', 'Say it worse')
    await chat.message.fill('and this thought')
    const field = page.getByRole('textbox', { name: 'Edit message' })
    const top = () => chat.answers.first().evaluate((answer) => answer.getBoundingClientRect().top)
    await page.setViewportSize({ width: 900, height: 300 })
    await page.locator('[data-slot="follow-scroll"]').evaluate((scroller) => (scroller.scrollTop = -40))
    const before = await top()

    await page.keyboard.press('Alt+r')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Say it worse')
    // The same key leads back to it.
    await chat.message.focus()
    await page.keyboard.press('Alt+r')
    await expect(field).toBeFocused()
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answers.last()).not.toHaveCSS('color', ink)
    await expect(chat.answers.first()).toHaveCSS('color', ink)
    const { violations } = await inspectState(page, 'editing')
    expect(violations).toEqual([])
    await field.fill('Say it\n\n\n\n\n\nbetter')
    await field.press('Escape')
    await expect(chat.questions.last()).toContainText('Say it worse')
    await expect(chat.message).toBeFocused()
    await expect(chat.answers.last()).toHaveCSS('color', ink)
    expect(await top()).toBe(before)

    await page.getByRole('button', { name: 'Edit and resend', exact: true }).click()
    await field.fill('Say it better')
    await field.press('Enter')
    await expect(chat.questions.last()).toContainText('Say it better')
    await expect(chat.answerThatIs('complete').last()).toBeVisible()
    await expect(chat.message).toHaveValue('and this thought')
    expect((await storedMessages(page)).map(messageText).slice(2)).toEqual([
      'Say it better',
      'Here is the answer.',
    ])
    const question = chat.questions.last()
    await expect(question).toContainText('2 of 2')
    await question.getByRole('button', { name: 'Previous version' }).click()
    await expect(question).toContainText('Say it worse')
  })

  await test.step('only the menu of the last exchange has Remove last exchange', async () => {
    const chat = new Chat(page)
    await chat.beginAnswered('fake/brief', 'An old one', 'The last one')
    await chat.questions.first().hover()
    await chat.questions.first().getByRole('button', { name: 'Actions for your message' }).click()
    await expect(page.getByRole('menuitem', { name: /^Copy/ })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Remove last exchange/ })).toBeHidden()
    await page.keyboard.press('Escape')
    await chat.answer.hover()
    await chat.answer.getByRole('button', { name: 'Actions for this answer' }).click()
    await page.getByRole('menuitem', { name: /^Remove last exchange/ }).click()
    await expect(chat.questions).toHaveText([/An old one/])
    await expect(chat.message).toBeFocused()
  })
})
