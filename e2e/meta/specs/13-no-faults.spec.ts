import { expect, test } from '../../fixtures.ts'
import { Chat } from '../../helpers/chat.ts'
import { invoke } from '../../helpers/window-api.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '13-no-faults'

test('begins in an app that is well', async ({ app, page }) => {
  await sayApp(file, 'first', app)
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
})

test('a wire that is cut for a moment comes back by itself', async ({ page }) => {
  const chat = new Chat(page)
  await chat.begin('demo/brief', 'Through a cut wire')
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

test('comes after in the same app', async ({ app, page }) => {
  await sayApp(file, 'after', app)
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
})
