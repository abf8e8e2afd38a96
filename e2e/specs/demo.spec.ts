import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { storedMessages } from '../helpers/pages/window-api.ts'

// It needs only the demo models, so it can run in an app that is in use, and is the live test of `npm test -- --quick`.
test(
  'demo models answer, also side by side, and can be stopped; what they said is kept',
  { tag: ['@attachable', '@smoke'] },
  async ({ page }) => {
    await test.step('a demo model answers, and its answer is there after a reload', async () => {
      const chat = new Chat(page)
      await chat.beginByHand('demo/brief', 'Will you be there afterwards?')
      await expect(chat.answerThatIs('complete')).toBeVisible()
      const text = await chat.answer.textContent()
      await page.reload()
      await expect(chat.answerThatIs('complete')).toBeVisible()
      await expect(chat.answer).toHaveText(text ?? '')
    })

    await test.step('a demo model is stopped, and its partial answer is kept', async () => {
      const chat = new Chat(page)
      await chat.beginByHand('demo/writer', 'Stop in the middle')
      await expect(chat.answer).toContainText(/\w+ \w+ \w+/)
      await chat.stop.click()
      await expect(chat.answer).toContainText('Stopped')
      expect((await storedMessages(page)).at(-1)?.status).toBe('partial')
    })

    await test.step('two demo models answer side by side', async () => {
      const compare = new Compare(page)
      await compare.beginByHand(['demo/brief', 'demo/brief'])
      await compare.message.fill('Both of you')
      await compare.sendToAll.click()
      for (const number of [1, 2]) await expect(compare.pane(number).status).toHaveText('Done')
    })
  },
)
