import type { FakeRequest } from '../fake-provider/fake-request.ts'
import type { ModelScript } from '../fake-provider/script.ts'
import { completeStream, errorReply } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'

const answer = completeStream([{ type: 'tokens', tokens: ['All', ' is', ' well', '.'] }])

/** A model that refuses each question once with this delay, then answers it. */
function refusesOnce(seconds: number): ModelScript {
  const seen = new Set<string>()
  return (request: FakeRequest) => {
    const question = JSON.stringify(request.body)
    if (seen.has(question)) return answer
    seen.add(question)
    return errorReply(429, { message: 'Too many requests.' }, { 'retry-after': String(seconds) })
  }
}

const limited = 'Fake is not accepting more requests right now (429).'

test.use({
  appOptions: { models: { 'busy-3': refusesOnce(3), 'busy-50': refusesOnce(50) } },
})

test('a temporary refusal shows a countdown, which survives a reload, delays no other pane, and ends with Stop', async ({
  app,
  page,
}) => {
  await test.step('a temporary refusal shows a countdown in place of the answer, which then arrives', async () => {
    // Generating a title would call the model too.
    await invoke(page, 'settings.set', { nameChats: false })
    const chat = new Chat(page)
    await chat.begin('fake/busy-3', 'Are you free?')
    const waiting = chat.answerThatIs('streaming')
    await expect(waiting).toContainText(limited)
    await expect(waiting).toContainText('Retrying in 3 s')
    await expect(waiting).toContainText('Retrying in 2 s')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(chat.answerThatIs('complete')).toContainText('All is well.')
    await expect(page.getByText(limited)).toHaveCount(0)
    expect(app.fake.requests.filter(({ model }) => model === 'busy-3')).toHaveLength(2)
  })

  await test.step('Stop ends the wait at once, and nothing more is sent', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/busy-50', 'Are you free now?')
    await expect(chat.answerThatIs('streaming')).toContainText(/Retrying in (50|49)\ss/)
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toContainText('Stopped')
    await expect(page.getByText(limited)).toHaveCount(0)
    expect((await storedMessages(page))[1]).toMatchObject({
      status: 'partial',
      stopReason: 'user',
      parts: [],
    })
    expect(app.fake.requests.filter(({ model }) => model === 'busy-50')).toHaveLength(1)
  })

  await test.step('a window reloaded during the wait still shows its countdown', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/busy-50', 'And after a reload?')
    await expect(chat.answerThatIs('streaming')).toContainText(/Retrying in \d+\ss/)
    await page.reload()
    await expect(chat.answerThatIs('streaming')).toContainText(/Retrying in (4\d|50)\ss/)
    await requestOf(app.fake, 'busy-50', 'And after a reload?')
    await chat.stop.click()
    await expect(chat.answerThatIs('partial')).toBeVisible()
  })

  await test.step('a pane that waits for a retry does not delay the others', async () => {
    const compare = new Compare(page)
    // In this order: once the provider has refused one, nothing new is sent to it.
    await compare.begin(['fake/brief', 'fake/busy-50'])
    const [free, busy] = [compare.pane(1), compare.pane(2)]
    await compare.message.fill('Who is free?')
    await compare.sendToAll.click()
    await expect(free.status).toHaveText('Done')
    await expect(busy.status).toHaveText('Waiting')
    await expect(busy.answer).toContainText(limited)
    await expect(busy.answer).toContainText(/Retrying in \d+\ss/)
    await busy.stop.click()
    await expect(busy.status).toHaveText('Stopped')
  })
})
