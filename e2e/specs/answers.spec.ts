import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/chat.ts'
import { Compare } from '../helpers/compare.ts'

const githubs = `This is ~~gone~~ and **here**, see https://example.com/page.

- [x] done
- [ ] to do

这是**重点**的一句话，没有空格。

日本語の文も*斜体*になる。`

test.use({
  appOptions: {
    models: {
      router: completeStream([{ type: 'tokens', tokens: ['Routed.'] }], { answeredBy: 'brief-2026-01-15' }),
      githubs: completeStream([{ type: 'tokens', tokens: githubs.split(/(?<=\s)/u) }]),
    },
  },
})

test('an answer that is not whole says why, in the chat and in the figures of a comparison', async ({
  page,
}) => {
  const chat = new Chat(page)
  await chat.begin('fake/finish-length', 'Be long')
  await expect(chat.answer).toContainText('Ended at the length limit')
  await expect(chat.answer).toContainText('Here is the answer.')
  await chat.begin('fake/finish-filter', 'Be rude')
  await expect(chat.answer).toContainText('Ended by the provider’s filter')

  const compare = new Compare(page)
  await compare.begin(['fake/finish-length', 'fake/finish-filter', 'fake/brief'])
  await compare.ask('All of you')
  for (const number of [1, 2, 3])
    await expect(compare.pane(number).status).not.toHaveText(/Waiting|Streaming/)
  await page.getByRole('button', { name: 'Figures' }).click()
  const ended = page
    .getByRole('dialog', { name: 'Figures' })
    .getByRole('row', { name: /^Ended/ })
    .getByRole('cell')
  await expect(ended).toHaveText(['Ended at the length limit', 'Ended by the provider’s filter', 'Finished'])
})

test('where another model answered than was asked, its name is told', async ({ page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/router', 'Who are you?')
  const name = chat.answerThatIs('complete').locator('.metrics').getByText('router')
  await expect(name).toHaveAttribute('title', 'fake/router, answered by brief-2026-01-15')
  await page.reload()
  await expect(name).toHaveAttribute('title', 'fake/router, answered by brief-2026-01-15')
})

test('what GitHub’s Markdown adds is shown, and emphasis needs no spaces in Chinese and Japanese', async ({
  page,
}) => {
  const chat = new Chat(page)
  await chat.begin('fake/githubs', 'Use all of it')
  const answer = chat.answerThatIs('complete')
  await expect(answer.locator('del')).toHaveText('gone')
  await expect(answer.getByRole('link', { name: 'https://example.com/page' })).toBeVisible()
  const boxes = answer.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  await expect(boxes.first()).toBeChecked()
  await expect(boxes.last()).not.toBeChecked()
  await expect(answer.locator('strong')).toHaveText(['here', '重点'])
  await expect(answer.locator('em')).toHaveText('斜体')
})
