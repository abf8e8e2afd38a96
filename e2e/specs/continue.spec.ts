import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { completeStream, errorReply, type ModelScript } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { invoke, storedPanes } from '../helpers/pages/window-api.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

const isContinuation = ({ body }: FakeRequest) => JSON.stringify(body).includes('was cut off')

/** Falls silent in the middle of its answer, and repeats the last words when it is asked to continue. */
const counter: ModelScript = (request) =>
  isContinuation(request)
    ? completeStream([{ type: 'tokens', tokens: ['two ', 'three', ' four', ' five.'], perSecond: 50 }])
    : { type: 'stream', steps: [{ type: 'tokens', tokens: ['One ', 'two ', 'three'] }, { type: 'silence' }] }

/** The provider cuts the answer at its limit. */
const limited: ModelScript = (request) =>
  isContinuation(request)
    ? completeStream([{ type: 'tokens', tokens: ['the end.'] }])
    : completeStream([{ type: 'tokens', tokens: ['Not yet '] }], { reason: 'length' })

/** Stops at its limit, and then no longer accepts the key. */
const refused: ModelScript = (request) =>
  isContinuation(request)
    ? errorReply(401, { message: 'Incorrect API key provided.' })
    : completeStream([{ type: 'tokens', tokens: ['One of two'] }], { reason: 'length' })

test.use({ appOptions: { models: { counter, limited, refused } } })

test('a stopped answer is continued with one click, in chats and panes, in a blind comparison only after the reveal', async ({
  page,
}) => {
  await test.step('a stopped answer in a chat is continued with one click, as a separate version, and the focus is kept', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/counter', 'Count to five')
    await expect(chat.answer).toContainText('One two three')
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toBeVisible()
    const button = chat.answer.getByRole('button', { name: 'Continue', exact: true })
    // The answer is shown as stopped a moment before the chat is free again.
    await expect(button).toBeEnabled()
    await button.press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('One two three four five.')
    await expect(chat.message).toBeFocused()
    const versions = chat.answer.getByRole('group', { name: 'Versions' })
    await expect(versions).toContainText('2 of 2')
    await expect(button).toHaveCount(0)

    await page.reload()
    await expect(chat.answer).toContainText('One two three four five.')
    await versions.getByRole('button', { name: 'Previous version' }).click()
    await expect(chat.answerThatIs('partial')).toContainText('One two three')
    await chat.answer.getByRole('button', { name: 'Actions for this answer' }).focus()
    await page.keyboard.press('g')
    await expect(versions).toContainText('3 of 3')
    await expect(chat.answerThatIs('complete')).toContainText('One two three four five.')
  })

  await test.step('Continue all continues stopped and cut-off answers in all panes; in a blind comparison only after the reveal', async () => {
    const compare = new Compare(page)
    const buttons = compare.panes.getByRole('button', { name: 'Continue', exact: true })
    const continueAll = page.getByRole('button', { name: 'Continue all' })
    await compare.begin(['fake/counter', 'fake/limited', 'fake/refused'])
    await compare.ask('Count to five')
    await expect(compare.pane(1).answer).toContainText('One two three')
    await compare.pane(1).stop.click()
    await expect(buttons).toHaveCount(3)
    await expect(buttons.first()).toBeEnabled()
    await continueAll.press('Enter')
    await expect(compare.message).toBeFocused()
    await expect(compare.pane(1).status).toHaveText('Done')
    await expect(compare.pane(2).status).toHaveText('Done')
    // It failed before its first word: the error is shown, and there is no second version.
    await expect(compare.pane(3).status).toHaveText('Failed')
    await expect(compare.pane(3).region.getByRole('alert')).toContainText('key')
    await expect(compare.pane(3).answer.getByRole('group', { name: 'Versions' })).toHaveCount(0)
    await expect(buttons).toHaveCount(1)
    await expect(continueAll).toHaveCount(0)
    const stored = (await storedPanes(page)).map((messages) => messageText(messages.at(-1) ?? { parts: [] }))
    expect(stored).toEqual(['One two three four five.', 'Not yet the end.', 'One of two'])

    await compare.beginByHand(['fake/limited', 'fake/limited'])
    await page.keyboard.press('Alt+B')
    await compare.ask('Count to five')
    await expect(page.getByText('Which answer is best?')).toBeVisible()
    await expect(compare.pane(1).answer).toContainText('Stopped at the length limit')
    await expect(buttons).toHaveCount(0)
    await page.keyboard.press('Alt+V')
    await page.keyboard.press('0')
    await expect(buttons).toHaveCount(2)
    await expect(buttons.first()).toBeEnabled()
    await buttons.first().press('Enter')
    await expect(compare.pane(1).message).toBeFocused()
    await expect(compare.pane(1).answer).toContainText('Not yet the end.')
    await invoke(page, 'settings.set', { compareBlind: false })
  })
})
