import { expect, test } from 'vitest'

import type { ErrorData } from '../../../shared/errors'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { FakeEnvironment } from '../../testing/fake-parley'
import { createAppState } from '../app/app-state'
import { readyParts } from './draft-attachments'

const place = 'chat:new'
const busy: ErrorData = { code: 'RUN_ACTIVE', message: 'still answering' }
const notes: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'id of notes',
  name: 'notes.txt',
  mediaType: 'text/plain',
  sizeBytes: 1,
}

function setUp() {
  const environment = new FakeEnvironment()
  const app = createAppState(environment, '')
  const asked: string[] = []
  /** Types and sends a text. Its answer comes from the test. */
  const send = (text: string) => {
    const { promise, resolve } = Promise.withResolvers<ErrorData | null>()
    app.drafts.set(place, text)
    const refusal = app.outbox.send(place, text, (_, returnsTo) => {
      asked.push(`${text} ${returnsTo}`)
      return promise
    })
    return { refusal, answer: resolve }
  }
  const reload = () => {
    app.drafts.flush()
    return createAppState(environment, '')
  }
  return { app, asked, send, reload, draft: (at = place) => app.drafts.of(at) }
}

test('sends messages in order, each after the one before it was accepted', async () => {
  const { asked, send, draft } = setUp()
  const [one, two] = [send('one'), send('two')]
  expect(draft()).toBe('')
  two.answer(null)
  await expect.poll(() => asked).toEqual(['one chat:new'])
  one.answer(null)
  expect([await one.refusal, await two.refusal, asked]).toEqual([
    null,
    null,
    ['one chat:new', 'two chat:new'],
  ])
})

test('a refused message returns with all that follow it, before what was written since', async () => {
  const { app, asked, send, draft } = setUp()
  app.attachments.restore(place, [notes])
  const [one, two] = [send('one'), send('two')]
  app.drafts.set(place, 'three')
  one.answer(busy)
  expect([await one.refusal, await two.refusal]).toEqual([busy, null])
  expect([asked, draft()]).toEqual([['one chat:new'], 'one\n\ntwo\n\nthree'])
  expect(readyParts(app.attachments.of(place))).toEqual([notes])
  const again = send(draft())
  again.answer(null)
  expect([await again.refusal, draft(), app.outbox.isSending(place)]).toEqual([null, '', false])
})

test('a reload puts messages back whose answers did not arrive, with their files', () => {
  const { app, send, reload } = setUp()
  app.attachments.restore(place, [notes])
  send('one')
  send('two')
  const { drafts, attachments } = reload()
  expect(drafts.of(place)).toBe('one\n\ntwo')
  expect(readyParts(attachments.of(place))).toEqual([notes])
})

test('a reload puts nothing back that was accepted', async () => {
  const { app, send, reload } = setUp()
  app.attachments.restore(place, [notes])
  const one = send('one')
  send('two')
  one.answer(null)
  await one.refusal
  const { drafts, attachments } = reload()
  expect([drafts.of(place), attachments.of(place)]).toEqual(['two', []])
})

test('what follows the first message of a chat belongs to the chat that it has created', async () => {
  const { app, asked, send, reload, draft } = setUp()
  const [one, two] = [send('one'), send('two')]
  await expect.poll(() => asked).toHaveLength(1)
  app.outbox.redirect(place, 'chat:1')
  expect(reload().drafts.of('chat:1')).toBe('one\n\ntwo')
  one.answer(null)
  two.answer(busy)
  expect([await one.refusal, await two.refusal]).toEqual([null, busy])
  expect(asked).toEqual(['one chat:new', 'two chat:1'])
  expect([draft(), draft('chat:1'), reload().drafts.of(place)]).toEqual(['', 'two', ''])
})

test('a message sent after the chat was created, but before its first message is answered, follows that one', async () => {
  const { app, asked, send, draft } = setUp()
  const one = send('one')
  await expect.poll(() => asked).toHaveLength(1)
  app.outbox.redirect(place, 'chat:1')
  const two = send('two')
  two.answer(null)
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toEqual(['one chat:new'])
  one.answer(null)
  expect([await one.refusal, await two.refusal]).toEqual([null, null])
  expect(asked).toEqual(['one chat:new', 'two chat:1'])
  expect([draft(), app.outbox.isSending(place), app.outbox.isSending('chat:1')]).toEqual(['', false, false])
})

test('nothing returns to a discarded chat, unless another window kept it and it is written to again', async () => {
  const { app, send, draft } = setUp()
  app.outbox.discard(place)
  app.outbox.restore(place, { text: 'refused', attachments: [] })
  expect(draft()).toBe('')
  const again = send('again')
  again.answer(busy)
  expect([await again.refusal, draft()]).toEqual([busy, 'again'])
  app.outbox.restore(place, { text: 'taken back', attachments: [] })
  expect(draft()).toMatch(/^taken back\s+again$/)
})
