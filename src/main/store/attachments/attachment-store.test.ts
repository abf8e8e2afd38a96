import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import type { AttachmentId } from '../../../shared/ids'
import { systemClock } from '../../base/clock'
import { sha256 } from '../../base/sha256'
import { sampleWav } from '../../base/testing/sample-wav'
import { QueuedMessages } from '../composer/queued-messages'
import { openTestStore, type TestStore } from '../testing/test-store'
import { attachmentPath } from './attachment-files'
import { AttachmentStore } from './attachment-store'
import type { SetRunId } from '../../../shared/ids'
import type { PromptPast } from '../../../shared/sets/past'
import { SetRunStore } from '../sets/set-run-store'
import { SetStore } from '../sets/set-store'
import { attachmentsInUse } from './attachments-in-use'
import { inspectFile } from './inspect-file'
import { takeSnapshot } from '../integrity/snapshots'

const dayMs = 86_400_000
const owner = new AbortController().signal

function attachmentsOf({ folder, database, clock, newId }: TestStore) {
  return new AttachmentStore(folder, database, {
    clock,
    newId,
    look: inspectFile,
    findUsed: async () => attachmentsInUse({ dataFolder: folder }),
  })
}

async function attach(attachments: AttachmentStore, content: string | Buffer) {
  const data = Buffer.from(content)
  const uploadId = await attachments.begin({ name: 'words.txt', sizeBytes: data.length }, owner)
  await attachments.append(uploadId, { offset: 0, data }, owner)
  return attachments.finish(uploadId, owner, owner)
}

function open() {
  const opened = openTestStore()
  const attachments = attachmentsOf(opened)
  const fileOf = (text: string) => attachmentPath(join(opened.folder, 'attachments'), sha256(text))
  const send = async (text: string) => {
    const part = await attach(attachments, text)
    const session = opened.store.createSession()
    const id = opened.newId()
    opened.store.beginRun(
      {
        runId: opened.newId(),
        sessionId: session.id,
        messageId: opened.newId(),
        kind: 'detached',
        model: 'demo/writer',
      },
      { user: { id: id as never, text: '', attachments: [part] } },
    )
    return { part, session }
  }
  return { ...opened, attachments, fileOf, send }
}

/** A file of a temporary chat. */
function held(text: string) {
  const bytes = Buffer.from(text)
  const facts = { name: 'words.txt', mediaType: 'text/plain', sizeBytes: bytes.length }
  return { part: { type: 'attachment' as const, attachmentId: `held ${text}`, ...facts }, bytes }
}

test('removes a file without a message after a day, and not before, since it may be in a composer', async () => {
  const { attachments, clock, fileOf } = open()
  await attach(attachments, 'unsent')
  clock.advance(dayMs)
  expect(await attachments.removeUnused()).toBe(0)
  clock.advance(1)
  expect(await attachments.removeUnused()).toBe(1)
  expect(existsSync(fileOf('unsent'))).toBe(false)
})

test('keeps a file from an answer however long its run takes, until the next start', async () => {
  const opened = open()
  const bytes = Buffer.from('of an answer')
  await opened.attachments.keep({ name: 'words.txt', bytes }, owner)
  opened.clock.advance(40 * dayMs)
  expect(await opened.attachments.removeUnused()).toBe(0)
  expect(existsSync(opened.fileOf('of an answer'))).toBe(true)
  expect(await attachmentsOf(opened).removeUnused()).toBe(1)
})

test('a file of a temporary chat that is kept stays however long its run takes, and goes if the chat is not kept', async () => {
  const { attachments, clock, fileOf, send } = open()
  await attachments.keepHeld(held('of an answer'), owner)
  clock.advance(2 * dayMs)
  await attachments.removeUnused()
  expect(existsSync(fileOf('of an answer'))).toBe(true)

  await send('also sent')
  await attachments.keepHeld(held('also sent'), owner)
  await attachments.dropHeld([held('of an answer'), held('also sent'), held('never stored')])
  expect(existsSync(fileOf('of an answer'))).toBe(false)
  expect(existsSync(fileOf('also sent'))).toBe(true)
})

test('keeps a file as long as any message refers to it, even off the path and in the trash', async () => {
  const { attachments, clock, fileOf, send, store } = open()
  const taken = await send('taken back')
  store.removeLastExchange(taken.session.id)
  const binned = await send('in the bin')
  store.deleteSession(binned.session.id)
  clock.advance(40 * dayMs)
  expect(await attachments.removeUnused()).toBe(0)
  expect([fileOf('taken back'), fileOf('in the bin')].map((path) => existsSync(path))).toEqual([true, true])
})

test('keeps the files of a prompt of a set, and of one that a run has asked', async () => {
  const { attachments, clock, database, newId, fileOf } = open()
  const [first, second] = [await attach(attachments, 'in a turn'), await attach(attachments, 'of a question')]
  const past: PromptPast = { mode: 'next', turns: [{ role: 'user', text: 'Read.', files: [first] }] }
  const prompt = { text: 'And?', systemPrompt: null, checks: [] }
  const sets = new SetStore(database, { clock, newId })
  const setId = sets.create('Files', [{ ...prompt, values: {}, past }])
  new SetRunStore(database).create({
    id: 'run' as SetRunId,
    setId,
    name: 'Files',
    models: [],
    prompts: [{ ...prompt, past: { mode: 'next', turns: [], files: [second] } }],
    judgeOf: null,
    repeats: 1,
    atOnce: 1,
    costLimitUsd: null,
    startedAt: 0,
  })
  clock.advance(2 * dayMs)
  expect(await attachments.removeUnused()).toBe(0)
  expect([fileOf('in a turn'), fileOf('of a question')].every((path) => existsSync(path))).toBe(true)
})

test('removes a file whose process died before writing its row, and keeps a new one', async () => {
  const { attachments, clock, fileOf } = open()
  for (const [text, at] of [
    ['old', clock.now() - 2 * dayMs],
    ['new', clock.now()],
  ] as const) {
    mkdirSync(dirname(fileOf(text)), { recursive: true })
    writeFileSync(fileOf(text), text)
    utimesSync(fileOf(text), at / 1_000, at / 1_000)
  }
  expect(await attachments.removeUnused()).toBe(1)
  expect([existsSync(fileOf('old')), existsSync(fileOf('new'))]).toEqual([false, true])
})

test('keeps files that a snapshot refers to, so that restoring it restores them too', async () => {
  const { attachments, clock, fileOf, folder, database } = open()
  await attach(attachments, 'of the past')
  takeSnapshot({ dataFolder: folder, number: 1, reason: 'asked', at: clock.now() })
  clock.advance(2 * dayMs)
  expect(await attachments.removeUnused()).toBe(0)
  expect(existsSync(fileOf('of the past'))).toBe(true)
  expect(database.query<{ count: number }>('SELECT count(*) AS count FROM attachments').get()?.count).toBe(0)
})

test('keeps a file that is sent while unused ones are being looked for', async () => {
  const opened = open()
  const part = await attach(opened.attachments, 'just in time')
  opened.clock.advance(2 * dayMs)
  const { folder, database, clock, newId, fileOf } = opened
  const attachments = new AttachmentStore(folder, database, {
    clock,
    newId,
    look: inspectFile,
    async findUsed() {
      const used = attachmentsInUse({ dataFolder: folder })
      attachments.use([part.attachmentId as never])
      return used
    },
  })
  expect(await attachments.removeUnused()).toBe(0)
  expect(existsSync(fileOf('just in time'))).toBe(true)
})

test('keeps the file of a message that moves from the queue to the chat during the search', async () => {
  const { attachments, database, clock, fileOf, folder, newId, store } = open()
  const queued = new QueuedMessages(database)
  const part = await attach(attachments, 'queued')
  const { id: sessionId } = store.createSession()
  const waiting = {
    id: newId<never>(),
    runId: newId<never>(),
    messageId: newId<never>(),
    sessionId,
    text: '',
    attachments: [part],
    createdAt: clock.now(),
  }
  queued.add(waiting)
  const begin = () =>
    queued.removeWith(waiting, () =>
      store.beginRun(
        {
          runId: waiting.runId,
          messageId: waiting.messageId,
          sessionId,
          kind: 'detached',
          model: 'demo/writer',
        },
        { user: { id: waiting.id, text: '', attachments: [part] } },
      ),
    )
  clock.advance(2 * dayMs)
  // Each statement reads the clock before and after it, so this runs between any two of them in turn.
  for (let moment = 1; queued.count(sessionId) > 0; moment += 1) {
    let asked = 0
    const monotonic = () => {
      asked += 1
      if (asked === moment) begin()
      return asked
    }
    const { ids } = attachmentsInUse({ dataFolder: folder, clock: { ...systemClock, monotonic } })
    expect(ids, `when it begins at ${moment}`).toContain(part.attachmentId)
    if (queued.count(sessionId) > 0) break
    database.command('DELETE FROM run_journal').run()
    database.command('DELETE FROM runs').run()
    database.command('UPDATE sessions SET leaf_id = NULL').run()
    database.command('DELETE FROM messages').run()
    queued.add(waiting)
  }
  expect(existsSync(fileOf('queued'))).toBe(true)
})

test('keeps the file of a message taken back from the queue for a day, as in any composer', async () => {
  const { attachments, clock, fileOf } = open()
  const part = await attach(attachments, 'taken back')
  clock.advance(2 * dayMs)
  attachments.markUsed([part])
  expect(await attachments.removeUnused()).toBe(0)
  expect(existsSync(fileOf('taken back'))).toBe(true)
})

test('attaching a file again repairs its truncated copy on disk', async () => {
  const { attachments, fileOf } = open()
  await attach(attachments, 'whole')
  writeFileSync(fileOf('whole'), 'wh')
  const { attachmentId } = await attach(attachments, 'whole')
  expect(readFileSync(fileOf('whole'), 'utf8')).toBe('whole')
  expect(await attachments.text(attachmentId as never)).toEqual({ text: 'whole', isCut: false })
})

test('strips folders, line breaks and bidirectional controls from a name', async () => {
  const { attachments } = open()
  const data = Buffer.from('x')
  const named = async (name: string) => {
    const uploadId = await attachments.begin({ name, sizeBytes: 1 }, owner)
    await attachments.append(uploadId, { offset: 0, data }, owner)
    return (await attachments.finish(uploadId, owner, owner)).name
  }
  expect(await named('../../etc/passwd')).toBe('passwd')
  expect(await named('C:\\photos\\a.png')).toBe('a.png')
  expect(await named('a\nb\u202egnp.exe')).toBe('a b gnp.exe')
  expect(await named('/')).toBe('file')
})

test('keeps a file from an answer, also a sound, and refuses an unsupported type', async () => {
  const { attachments } = open()
  const { signal } = new AbortController()
  const part = await attachments.keep({ name: '../answer.txt', bytes: Buffer.from('words') }, signal)
  expect(part).toMatchObject({ name: 'answer.txt', mediaType: 'text/plain', sizeBytes: 5 })
  expect(await attachments.content(part)).toEqual({ kind: 'text', text: 'words' })
  const sound = await attachments.keep({ name: 'result.wav', bytes: sampleWav(8) }, signal)
  expect(sound).toMatchObject({ mediaType: 'audio/wav', sizeBytes: 52 })
  expect(await attachments.content(sound)).toMatchObject({ kind: 'audio', mediaType: 'audio/wav' })
  await expect(attachments.text(sound.attachmentId as AttachmentId)).rejects.toMatchObject({
    data: { reason: 'file-has-no-text' },
  })
  const noise = attachments.keep({ name: 'a', bytes: Buffer.from([0xff, 0x00, 0xfe, 0x01]) }, signal)
  await expect(noise).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  // Nothing would get a sound of the user.
  await expect(attach(attachments, sampleWav(8))).rejects.toMatchObject({ data: { reason: 'unknown-kind' } })
})

/** The parts of files with these contents, all of which another app has named `file-1`. */
async function imported(contents: readonly string[]) {
  const { folder, attachments } = open()
  const parts: unknown[] = []
  for (const content of contents) {
    const path = join(folder, 'unpacked')
    writeFileSync(path, content)
    parts.push(await attachments.saveFile({ path, name: 'a.txt', attachmentId: 'file-1' }, owner))
  }
  return parts
}

test('an imported file keeps its id unless another one has it; then it gets the same one on every machine', async () => {
  const [first, second, ...again] = await imported(['one', 'two', 'one', 'two'])
  expect(first).toMatchObject({ attachmentId: 'file-1' })
  expect(second).not.toMatchObject({ attachmentId: 'file-1' })
  expect(again).toEqual([first, second])
  expect(await imported(['one', 'two'])).toEqual([first, second])
})
