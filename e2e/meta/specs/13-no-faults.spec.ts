import { proseTokens } from '../../fake-provider/sample-text.ts'
import { completeStream } from '../../fake-provider/script.ts'
import { expect, test } from '../../fixtures.ts'
import { Chat } from '../../helpers/chat.ts'
import { invoke } from '../../helpers/window-api.ts'
import { inWellApp } from '../in-well-app.ts'
import { sayStrike } from '../say.ts'

const file = '13-no-faults'
const twoSeconds = completeStream([{ type: 'tokens', tokens: proseTokens(60), perSecond: 30 }])

test.use({ appOptions: { models: { 'two-seconds': twoSeconds } } })

test('begins in an app that is well', inWellApp(file, 'first'))

test('a wire that is cut for a moment comes back by itself', async ({ page }) => {
  const chat = new Chat(page)
  await chat.begin('fake/two-seconds', 'Through a cut wire')
  // What was on its way when the wire was cut would be told as lost: the answer must have begun.
  await expect(chat.answerThatIs('streaming')).toContainText('the a small model')
  sayStrike('drop-wire-once')
  await invoke(page, 'test.dropWire', {})
  await expect(chat.answerThatIs('complete')).toBeVisible()
})

test('a clock that jumps leaves durations as they are', async ({ page }) => {
  sayStrike('skew-clock')
  await invoke(page, 'test.skewClock', { ms: 86_400_000 })
  const chat = new Chat(page)
  await chat.begin('demo/brief', 'On another day')
  await expect(chat.answerThatIs('complete')).toBeVisible()
})

test('comes after in the same app', inWellApp(file, 'after'))
