import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'

// The one live test of `npm test -- --quick`. Each step has its own specs with more detail.
test(
  'a chat streams, is stopped with a receipt and is stored; two models answer side by side',
  { tag: '@smoke' },
  async ({ page }) => {
    const chat = new Chat(page)
    await chat.beginByHand('fake/brief', 'Are you there?')
    await expect(chat.answerThatIs('complete')).toContainText('Here is the answer.')

    await chat.beginByHand('fake/steady', 'Go on until I stop you')
    await expect(chat.answerThatIs('streaming')).toContainText('the a small model')
    await chat.stop.click()
    await expect(
      chat.answerThatIs('partial').getByRole('button', { name: 'Stopped', exact: true }),
    ).toHaveAttribute('title', /generator .+ · socket closed .+ · saved .+ · kept [\d,]+ characters/)
    const text = await chat.answer.textContent()
    await page.reload()
    await expect(chat.answerThatIs('partial')).toHaveText(text ?? '')
    expect((await storedMessages(page)).map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'partial'],
    ])

    const compare = new Compare(page)
    await compare.beginByHand(['fake/brief', 'fake/no-done'])
    await compare.ask('Both of you')
    for (const number of [1, 2]) {
      await expect(compare.pane(number).status).toHaveText('Done')
      await expect(compare.pane(number).answer).toContainText('Here is the answer.')
    }
  },
)
