import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { completeStream, type ModelScript } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'
import { Compare } from '../helpers/compare.ts'
import { invoke, storedPanes } from '../helpers/window-api.ts'
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

test.use({ appOptions: { models: { counter, limited } } })

test('a stopped answer grows on with one press, in chats and panes, and a blind comparison offers it only once revealed', async ({
  page,
}) => {
  await test.step('a stopped answer in a chat grows on with one press, as a version of its own, and the focus stays', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/counter', 'Count to five')
    await expect(chat.answer).toContainText('One two three')
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toBeVisible()
    await chat.answer.getByRole('button', { name: 'Continue', exact: true }).press('Enter')
    await expect(chat.answerThatIs('complete')).toContainText('One two three four five.')
    await expect(chat.message).toBeFocused()
    const versions = chat.answer.getByRole('group', { name: 'Versions' })
    await expect(versions).toContainText('2 of 2')
    await expect(chat.answer.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0)

    await page.reload()
    await expect(chat.answer).toContainText('One two three four five.')
    await versions.getByRole('button', { name: 'Previous version' }).click()
    await expect(chat.answerThatIs('partial')).toContainText('One two three')
    await chat.answer.getByRole('button', { name: 'Actions for this answer' }).focus()
    await page.keyboard.press('g')
    await expect(versions).toContainText('3 of 3')
    await expect(chat.answerThatIs('complete')).toContainText('One two three four five.')
  })

  await test.step('panes continue what was stopped or cut at a limit, and a blind comparison offers it only once revealed', async () => {
    const compare = new Compare(page)
    const buttons = compare.panes.getByRole('button', { name: 'Continue', exact: true })
    await compare.begin(['fake/counter', 'fake/limited'])
    await compare.ask('Count to five')
    await expect(compare.pane(1).answer).toContainText('One two three')
    await compare.pane(1).stop.click()
    await expect(buttons).toHaveCount(2)
    const texts = ['One two three four five.', 'Not yet the end.']
    for (const pane of [compare.pane(1), compare.pane(2)]) {
      await pane.answer.getByRole('button', { name: 'Continue', exact: true }).press('Enter')
      await expect(pane.message).toBeFocused()
      await expect(pane.status).toHaveText('Done')
    }
    await expect(buttons).toHaveCount(0)
    const stored = (await storedPanes(page)).map((messages) => messageText(messages.at(-1) ?? { parts: [] }))
    expect(stored).toEqual(texts)

    await compare.beginByHand(['fake/limited', 'fake/limited'])
    await page.keyboard.press('Alt+B')
    await compare.ask('Count to five')
    await expect(page.getByText('Which answer is best?')).toBeVisible()
    await expect(compare.pane(1).answer).toContainText('Stopped at the length limit')
    await expect(buttons).toHaveCount(0)
    await page.keyboard.press('Alt+V')
    await page.keyboard.press('0')
    await expect(buttons).toHaveCount(2)
    await invoke(page, 'settings.set', { compareBlind: false })
  })
})
