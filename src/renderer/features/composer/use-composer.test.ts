import { expect, test } from 'vitest'

import { ParleyError, type ErrorData } from '../../../shared/errors'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { isFixedByFolder } from '../../state/agents/agent-work'
import { createAppState } from '../../state/app/app-state'
import { FakeEnvironment } from '../../testing/fake-parley'
import type { CommandScope } from '../commands/command'
import type { OutgoingMessage, SendMessage } from './composer-target'
import { errorLine } from '../../errors/error-text'
import { sendWritten } from './use-composer'

const place = 'chat:here'
const chat: CommandScope = { kind: 'chat', sessionId: null, setModel: async () => null }
const notes: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'id of notes',
  name: 'notes.txt',
  mediaType: 'text/plain',
  sizeBytes: 1,
}
const busy: ErrorData = { code: 'RUN_ACTIVE', message: 'still answering' }

/** A composer that contains `text`; `send` accepts everything unless a test replaces it. */
function compose(text: string) {
  const app = createAppState(new FakeEnvironment(), '')
  app.models.store.setState({
    models: ['codex/default', 'fake/other'].map((id) => ({
      id,
      providerId: id.split('/')[0] ?? '',
      providerName: 'Codex',
      name: id,
      isScripted: false,
      isLocal: false,
    })),
  })
  app.drafts.set(place, text)
  const sent: OutgoingMessage[] = []
  const target = { place, commands: chat, recipients: [{ model: 'fake/brief' }] }
  const accept: SendMessage = async (message) => {
    sent.push(message)
    return null
  }
  const send = (changed: Partial<Parameters<typeof sendWritten>[1]> = {}, by = accept) =>
    sendWritten(app, { ...target, ...changed }, { text, message: text, send: by })
  return { app, sent, send, draft: () => app.drafts.of(place) }
}

test('clears the composer at once and keeps text and files added since', async () => {
  const { app, send, draft } = compose('first')
  app.attachments.restore(place, [notes])
  const later = { ...notes, attachmentId: 'id of later' }
  const refusal = await send({}, async () => {
    expect([draft(), app.attachments.of(place)]).toEqual(['', []])
    app.drafts.set(place, 'and more')
    app.attachments.restore(place, [later])
    return null
  })
  expect(refusal).toBeNull()
  expect(draft()).toBe('and more')
  expect(app.attachments.of(place)).toMatchObject([{ part: later }])
})

test('restores a draft that was refused or could not be sent', async () => {
  const { send, draft } = compose('words')
  expect(await send({}, async () => busy)).toEqual(busy)
  expect(await send({}, () => Promise.reject(new ParleyError('DEGRADED', 'no room')))).toMatchObject({
    code: 'DEGRADED',
    message: 'no room',
  })
  expect(draft()).toBe('words')
  const tooLong = 'é'.repeat(600_000)
  const long = compose(tooLong)
  const refusal = await long.send()
  expect(refusal === null ? '' : errorLine(refusal)).toContain('1.2 MB, but the limit is 1 MB')
  expect([long.sent, long.draft() === tooLong]).toEqual([[], true])
})

test('does not remove text that was restored because a pane refused it later', async () => {
  const { app, send, draft } = compose('words')
  app.attachments.restore(place, [notes])
  await send({}, async (message) => {
    // The refusals of several panes arrive no sooner.
    const refusals = [Promise.resolve(busy), Promise.resolve(busy)]
    void Promise.all(refusals).then(() => app.outbox.restore(place, message.draft))
    return null
  })
  await expect.poll(draft).toBe('words')
  expect(app.attachments.of(place)).toMatchObject([{ part: notes }])
})

test('refuses an empty message, but not one with only a file', async () => {
  const { app, sent, send } = compose(' ')
  expect(await send()).toMatchObject({ data: { reason: 'message-empty' } })
  app.attachments.restore(place, [notes])
  expect(await send()).toBeNull()
  expect(sent).toMatchObject([{ text: ' ', attachments: [notes] }])
})

test('refuses a message that is too large before sending it', async () => {
  const { sent, send } = compose('x'.repeat(wireLimits.messageBytes + 1))
  expect(await send()).toMatchObject({ data: { reason: 'message-too-long' } })
  expect(sent).toEqual([])
})

test('blocks sending until a refused file is removed', async () => {
  const { app, sent, send } = compose('Look')
  const [key = ''] = app.attachments.add(place, [new File([], 'empty.txt')])
  expect(await send()).toMatchObject({ data: { reason: 'attachment-failed', name: 'empty.txt' } })
  app.attachments.remove(place, key)
  expect(await send()).toBeNull()
  expect(sent).toMatchObject([{ text: 'Look' }])
})

test('reports unavailable recipients before any other problem', async () => {
  const { sent, send } = compose('')
  expect(await send({ disabledReason: () => busy })).toEqual(busy)
  expect(sent).toEqual([])
})

test('refuses to ask an agent without a folder, in its own chat or by mention', async () => {
  const { send } = compose('Check it')
  const agent = { recipients: [{ model: 'fake/brief' }, { model: 'codex/default', workspace: null }] }
  const refusal = await send(agent)
  expect(refusal !== null && isFixedByFolder(refusal)).toBe(true)
  const named = compose('@codex/default Check it')
  const refusedByName = await named.send()
  expect(refusedByName !== null && isFixedByFolder(refusedByName)).toBe(true)
  expect(await named.send({ recipients: [{ model: 'fake/brief', workspace: '/work' }] })).toBeNull()
  expect(named.sent).toMatchObject([{ text: 'Check it', model: 'codex/default' }])
})

test('sends to the mentioned model, and as plain text in a composer without mentions', async () => {
  const { sent, send } = compose('@fake/other Who?')
  await send({ commands: { kind: 'prompts' } })
  expect(sent).toEqual([
    {
      text: '@fake/other Who?',
      attachments: [],
      draft: { text: '@fake/other Who?', attachments: [] },
      returnsTo: place,
    },
  ])
  const named = compose('@fake/other Who?')
  await named.send()
  expect(named.sent).toEqual([
    {
      text: 'Who?',
      attachments: [],
      model: 'fake/other',
      draft: { text: '@fake/other Who?', attachments: [] },
      returnsTo: place,
    },
  ])
  expect(named.draft()).toBe('')
})

test('refuses while Parley cannot be reached, without waiting for files, and keeps the message', async () => {
  const { app, sent, send, draft } = compose('Hello')
  app.windowLink.store.setState({ connection: 'lost' })
  const refusal = await send()
  expect([refusal?.code, refusal?.data?.['reason'], sent, draft()]).toEqual([
    'CANCELLED',
    'not-connected',
    [],
    'Hello',
  ])
  app.windowLink.store.setState({ connection: 'open' })
  expect(await send()).toBeNull()
})

test('the second half of a double press sends nothing and refuses nothing', async () => {
  const { app, sent, send, draft } = compose('once')
  const target = { place, commands: chat, recipients: [] }
  const held = Promise.withResolvers<null>()
  const first = send({}, () => held.promise)
  const again = (text: string) => sendWritten(app, target, { text, message: text, send: async () => busy })
  // The composer may not have been drawn without the text yet.
  const others = [await again('once'), await again(draft())]
  held.resolve(null)
  expect([await first, ...others, sent, draft()]).toEqual([null, null, null, [], ''])
})
