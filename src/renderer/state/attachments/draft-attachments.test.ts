import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { FakeEnvironment } from '../../testing/fake-parley'
import { readyParts, DraftAttachments } from './draft-attachments'

const place = 'chat:one'

function attachmentPart(name: string): AttachmentPart {
  return { type: 'attachment', attachmentId: `id of ${name}`, name, mediaType: 'text/plain', sizeBytes: 1 }
}

function open(environment = new FakeEnvironment()) {
  const { parley } = environment
  const names: string[] = []
  parley.answers['attachments.begin'] = ({ name }) => {
    names.push(name)
    return { uploadId: name as never }
  }
  parley.answers['attachments.append'] = () => ({ receivedBytes: 1 })
  parley.answers['attachments.finish'] = ({ uploadId }) => ({ attachment: attachmentPart(uploadId) })
  parley.answers['attachments.discard'] = () => ({})
  const drafts = new DraftAttachments(environment, async (file) => ({ files: [file], note: null }))
  return { environment, parley, drafts, names }
}

const file = (name: string) => new File(['x'], name)
const namesAt = (drafts: DraftAttachments, at = place) => readyParts(drafts.of(at)).map(({ name }) => name)

test('keeps files in the order they were attached, whichever upload finishes first', async () => {
  const { drafts } = open()
  drafts.add(place, [file('a'), file('b'), file('c')])
  await drafts.whenSettled(place)
  expect(namesAt(drafts)).toEqual(['a', 'b', 'c'])
})

test('a file removed during its upload does not come back', async () => {
  const { drafts, parley } = open()
  const arrived = Promise.withResolvers<{ attachment: AttachmentPart }>()
  parley.answers['attachments.finish'] = () => arrived.promise
  const [key = ''] = drafts.add(place, [file('a')])
  drafts.remove(place, key)
  arrived.resolve({ attachment: attachmentPart('a') })
  await drafts.whenSettled(place)
  expect(drafts.of(place)).toEqual([])
})

test('the pieces of an image follow it, with its note, and each can be removed while others arrive', async () => {
  const environment = new FakeEnvironment()
  const { parley } = open(environment)
  const rooms: number[] = []
  const drafts = new DraftAttachments(environment, (given, room) => {
    rooms.push(room)
    const files = given.name === 'long' ? ['long 1', 'long 2', 'long 3'].map(file) : [given]
    return Promise.resolve({ files, note: given.name === 'long' ? 'in pieces' : null })
  })
  const arrived = Promise.withResolvers<{ attachment: AttachmentPart }>()
  const { 'attachments.finish': finish } = parley.answers
  parley.answers['attachments.finish'] = (input) =>
    input.uploadId === ('long 1' as never) ? arrived.promise : (finish?.(input) as never)
  drafts.add(place, [file('long'), file('last')])
  await expect.poll(() => drafts.of(place).length).toBe(4)
  expect(drafts.of(place).map(({ name }) => name)).toEqual(['long', 'long 2', 'long 3', 'last'])
  drafts.remove(place, drafts.of(place)[1]?.key ?? '')
  arrived.resolve({ attachment: attachmentPart('long 1') })
  await drafts.whenSettled(place)
  expect(namesAt(drafts)).toEqual(['long 1', 'long 3', 'last'])
  expect(drafts.of(place)).toMatchObject([{ note: 'in pieces' }, { note: 'in pieces' }, { note: null }])
  expect(rooms[0]).toBe(wireLimits.attachments - 1)
})

test('shows the error of a refused file and continues with the others', async () => {
  const { drafts, parley } = open()
  parley.answers['attachments.finish'] = ({ uploadId }) => {
    if (uploadId === ('bad' as never)) throw new ParleyError('INVALID_INPUT', 'No.')
    return { attachment: attachmentPart(uploadId) }
  }
  drafts.add(place, [file('bad'), file('good')])
  await drafts.whenSettled(place)
  expect(drafts.of(place)).toMatchObject([
    { name: 'bad', state: 'failed', error: { message: 'No.' } },
    { name: 'good', state: 'ready' },
  ])
})

test('refuses empty, large and excess files without asking main', () => {
  const { drafts, names } = open()
  const large = Object.defineProperty(file('large'), 'size', { value: wireLimits.attachmentBytes + 1 })
  drafts.add(place, [new File([], 'empty'), large])
  expect(drafts.of(place)).toMatchObject([
    { state: 'failed', error: { data: { reason: 'empty' } } },
    { state: 'failed', error: { data: { reason: 'attachment-too-large', mebibytes: 25 } } },
  ])
  expect(names).toEqual([])
  const many = Array.from({ length: wireLimits.attachments + 1 }, (_, index) => file(`${index}`))
  drafts.add('chat:two', many)
  expect(drafts.of('chat:two').at(-1)).toMatchObject({
    state: 'failed',
    error: { data: { reason: 'attachments-too-many', max: wireLimits.attachments } },
  })
  expect(drafts.of('chat:two').filter(({ state }) => state === 'failed')).toHaveLength(1)
})

test('files that are being sent arrive where they were taken to, and return before those attached since', async () => {
  const { drafts, environment } = open()
  drafts.add(place, [file('sent')])
  const taken = drafts.take(place)
  drafts.add(place, [file('new')])
  await drafts.whenSettled(taken)
  await drafts.whenSettled(place)
  expect([namesAt(drafts, taken), namesAt(drafts)]).toEqual([['sent'], ['new']])
  // After a reload, nobody knows whether they were sent.
  expect(namesAt(open(environment).drafts)).toEqual(['sent', 'new'])
  drafts.move(taken, place)
  expect(namesAt(drafts)).toEqual(['sent', 'new'])
})

test('restores a file only once', async () => {
  const { drafts } = open()
  drafts.add(place, [file('one')])
  const parts = readyParts(await drafts.whenSettled(place))
  drafts.restore(place, parts)
  expect(namesAt(drafts)).toEqual(['one'])
})

test('uploaded files survive a reload', async () => {
  const { drafts, environment } = open()
  drafts.add(place, [file('kept')])
  await drafts.whenSettled(place)
  expect(namesAt(open(environment).drafts)).toEqual(['kept'])
  environment.storage.setItem('parley.draft-attachments', '{"chat:one":[{"type":"attachment"}')
  expect(namesAt(open(environment).drafts)).toEqual([])
})

test('keeps files that another window attached in another composer', async () => {
  const { drafts, environment } = open()
  const other = open(environment).drafts
  drafts.add(place, [file('here')])
  await drafts.whenSettled(place)
  other.add('chat:two', [file('there')])
  await other.whenSettled('chat:two')
  const reloaded = open(environment).drafts
  expect([namesAt(reloaded), namesAt(reloaded, 'chat:two')]).toEqual([['here'], ['there']])
})
