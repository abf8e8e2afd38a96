import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

test.use({
  appOptions: {
    models: { stuck: completeStream([{ type: 'tokens', tokens: ['Going'] }, { type: 'silence' }]) },
  },
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
    await chat.begin('fake/brief', 'The first question')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.ask('The second question')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')

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
    await chat.begin('fake/brief', 'The only question')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await expect(removeLast(page)).toBeEnabled()
    await page.keyboard.press('Alt+z')
    await expect(chat.questions).toHaveCount(0)
    await page.keyboard.press('Alt+z')
    await expect(page.getByRole('alert')).toContainText('Nothing to remove')
    await page.keyboard.press('Alt+r')
    await expect(page.getByRole('alert')).toContainText('Nothing to resend')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  await test.step('the offer to restore disappears when a message is sent', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Taken back')
    await expect(chat.answerThatIs('complete')).toBeVisible()
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

  await test.step('Edit and resend returns the message to the composer and keeps the old version', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Say it worse')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.message.fill('and this thought')
    await page.getByRole('button', { name: 'Edit and resend', exact: true }).click()
    await expect(chat.message).toHaveValue('Say it worse\n\nand this thought')
    await expect(chat.message).toBeFocused()
    await expect(chat.questions).toHaveCount(0)

    await chat.ask('Say it better')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    expect((await storedMessages(page)).map(messageText)).toEqual(['Say it better', 'Here is the answer.'])
    const question = chat.questions.first()
    await expect(question).toContainText('2 of 2')
    await question.getByRole('button', { name: 'Previous version' }).click()
    await expect(question).toContainText('Say it worse')
  })

  await test.step('only the menu of the last exchange has Edit and resend and Remove last exchange', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'An old one')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.ask('The last one')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')
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
