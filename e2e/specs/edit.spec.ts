import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat, pressButton } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

test.use({ appOptions: { models: { once: completeStream([{ type: 'tokens', tokens: ['Once.'] }]) } } })

test('a message is edited, or its answer regenerated, and replaces what was there', async ({ app, page }) => {
  await test.step('an edited message is answered again, without the messages that followed it', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'A question with a mistake')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.ask('A second question')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answer).toHaveAttribute('data-status', 'complete')

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
    await chat.begin('fake/brief', 'A question')
    await expect(chat.answerThatIs('complete')).toBeVisible()
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
    await field.press('Control+Enter')
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
