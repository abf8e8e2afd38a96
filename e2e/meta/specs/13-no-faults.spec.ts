import { proseTokens } from '../../fake-provider/sample-text.ts'
import { completeStream } from '../../fake-provider/script.ts'
import { expect, test } from '../../fixtures.ts'
import { Chat } from '../../helpers/pages/chat.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { occupy } from '../../suite/occupied-windows.ts'
import { healthyTest } from '../broken-specs.ts'

const twoSeconds = completeStream([{ type: 'tokens', tokens: proseTokens(60), perSecond: 30 }])

test.use({ appOptions: { models: { 'two-seconds': twoSeconds } } })

healthyTest('starts in a healthy app')

test('a briefly cut wire reconnects', async ({ page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/two-seconds', 'Through a cut wire')
  // A message in transit would be lost with the wire, so wait until the answer has begun.
  await expect(chat.answerThatIs('streaming')).toContainText('the a small model')
  await invoke(page, 'test.dropWire', {})
  await expect(chat.answerThatIs('complete')).toBeVisible()
})

test('a clock jump does not affect durations', async ({ page }) => {
  await invoke(page, 'test.skewClock', { ms: 86_400_000 })
  const chat = new Chat(page)
  await chat.begin('demo/brief', 'On another day')
  await expect(chat.answerThatIs('complete')).toBeVisible()
})

test('the suite waits for a window that its test keeps busy', async ({ page }) => {
  await occupy(page, () =>
    page.evaluate(() => {
      const end = performance.now() + 1_500
      while (performance.now() < end);
    }),
  )
})

healthyTest('runs in the same app')
