import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { AttachmentId, ProjectId, SessionId } from '../../../../shared/ids'
import type { KnowledgePart } from '../../../../shared/sessions/messages'
import type { Confirmation, Platform } from '../../../platform/platform'
import { needsLinks } from '../../../base/testing/needs'
import { realTemporaryFolder, temporaryFolder } from '../../../base/testing/temporary-folder'
import { samplePdf } from '../../../store/attachments/testing/sample-files'
import { watchSession } from '../../testing/app-client'
import { connectTo, startTestApp } from '../../testing/test-app'

async function open(platform: Partial<Platform> = {}) {
  const fake = await startFakeProvider({})
  onTestFinished(() => fake.close())
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder, platform })
  const parley = connectTo(app)
  await parley.invoke('settings.set', { nameChats: false })
  await parley.invoke('providers.save', { id: 'near', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const { project } = await parley.invoke('projects.save', { name: 'Tea' })
  return { fake, parley, dataFolder, projectId: project.id }
}

async function upload(parley: ParleyApi, name: string, text: string): Promise<AttachmentId> {
  const data = Buffer.from(text)
  const file = { name, mediaType: 'text/plain', sizeBytes: data.length }
  const { uploadId } = await parley.invoke('attachments.begin', file)
  await parley.invoke('attachments.append', { uploadId, offset: 0, data: data.toString('base64') })
  const { attachment } = await parley.invoke('attachments.finish', { uploadId })
  return attachment.attachmentId as AttachmentId
}

async function indexed(parley: ParleyApi, projectId: ProjectId, count: number) {
  const read = async () => (await parley.invoke('knowledge.list', { projectId })).knowledge
  const countNow = async () => (await read()).sources.reduce((sum, { indexedCount }) => sum + indexedCount, 0)
  await expect.poll(countNow).toBe(count)
  return read()
}

async function ask(
  parley: ParleyApi,
  sessionId: SessionId,
  text: string,
): Promise<KnowledgePart | undefined> {
  const watch = watchSession(parley, sessionId)
  await parley.invoke('runs.send', { sessionId, text })
  await watch.first('run-end')
  return lastKnowledge(parley, sessionId)
}

async function lastKnowledge(parley: ParleyApi, sessionId: SessionId) {
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  return messages.at(-1)?.parts.find((part) => part.type === 'knowledge')
}

test('sends a small file whole with each question, and stores it with the answer', async () => {
  const { fake, parley, projectId } = await open()
  const attachmentId = await upload(parley, 'brew.md', 'Steep for three minutes.')
  await parley.invoke('knowledge.addFiles', { projectId, attachmentIds: [attachmentId] })
  const { sources, tokens } = await indexed(parley, projectId, 1)
  expect([sources[0]?.state, tokens > 0]).toEqual(['indexed', true])
  const { session } = await parley.invoke('sessions.create', { model: 'near/fake-fast', projectId })
  const first = await ask(parley, session.id, 'How long?')
  expect(first).toEqual({
    type: 'knowledge',
    excerpts: [{ name: 'brew.md', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  })
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toMatch(
    /<excerpt-[0-9a-f]{16} number=\\*"1\\*" file=\\*"brew.md\\*">\\*n?Steep for three minutes\./,
  )
  const { text } = await parley.invoke('knowledge.text', {
    sessionId: session.id,
    hash: first?.excerpts[0]?.hash ?? '',
  })
  expect(text).toBe('Steep for three minutes.')
  const other = await parley.invoke('sessions.create', { model: 'near/fake-fast' })
  expect(await ask(parley, other.session.id, 'How long?')).toBeUndefined()
})

test('sends both panes the same passages of a large folder, and stores them with the answers', async () => {
  const asked: Confirmation[] = []
  const confirm = (question: Confirmation) => Promise.resolve(asked.push(question) > 0)
  const { parley, projectId } = await open({ confirm })
  const folder = realTemporaryFolder()
  for (let at = 0; at < 40; at += 1) {
    writeFileSync(join(folder, `${at}.md`), `# Tea ${at}\n\n${'Ordinary words about tea. '.repeat(30)}`)
  }
  writeFileSync(join(folder, 'letter.pdf'), samplePdf(['The snark is a boojum.']))
  writeFileSync(join(folder, 'rare.md'), 'One.\nThe grumblewort brews at 71 degrees.\n')
  expect(await parley.invoke('knowledge.addFolder', { projectId, path: folder })).toEqual({ added: true })
  expect(asked).toEqual([{ kind: 'knowledge-folder', lines: [{ label: 'folder', value: folder }] }])
  await indexed(parley, projectId, 42)
  const models = ['near/fake-fast', 'demo/brief']
  const { comparison } = await parley.invoke('compare.create', { models, projectId })
  for (const { paneId } of comparison.panes) {
    const ended = Promise.withResolvers<void>()
    const observer = { onEvents: () => {}, onEnd: () => ended.resolve() }
    parley.open('pane.run', { paneId, text: 'At how many degrees does grumblewort brew?' }, observer)
    await ended.promise
  }
  const [one, other] = await Promise.all(
    comparison.panes.map(({ sessionId }) => lastKnowledge(parley, sessionId)),
  )
  expect(one?.excerpts[0]).toMatchObject({
    name: `${basename(folder)}/rare.md`,
    passage: { firstLine: 1, lastLine: 2, text: 'One.\nThe grumblewort brews at 71 degrees.\n' },
  })
  expect(other).toEqual(one)
  const { session } = await parley.invoke('sessions.create', { model: 'demo/brief', projectId })
  const ofPdf = await ask(parley, session.id, 'What is a boojum?')
  expect(ofPdf?.excerpts[0]?.passage?.text).toContain('The snark is a boojum.')
})

test('a changed file is read again before the next answer', async () => {
  const { parley, projectId } = await open({ chooseFolder: () => Promise.resolve(folder) })
  const folder = realTemporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'The code is 111.')
  expect(await parley.invoke('knowledge.chooseFolder', { projectId })).toEqual({
    added: true,
    hasDialog: true,
  })
  await indexed(parley, projectId, 1)
  const { session } = await parley.invoke('sessions.create', { model: 'near/fake-fast', projectId })
  const before = await ask(parley, session.id, 'code?')
  writeFileSync(join(folder, 'a.txt'), 'The code is 2222.')
  const after = await ask(parley, session.id, 'code?')
  expect(after?.excerpts[0]?.hash).not.toBe(before?.excerpts[0]?.hash)
  rmSync(folder, { recursive: true })
  expect(await ask(parley, session.id, 'code?')).toMatchObject({ excerpts: [], isIncomplete: true })
})

test('asks once about a folder of a project, even if it was removed in between', async () => {
  const asked: unknown[] = []
  const confirm = (question: unknown) => {
    asked.push(question)
    return Promise.resolve(true)
  }
  const { parley, projectId } = await open({ confirm })
  const path = realTemporaryFolder()
  const add = (to: ProjectId) => parley.invoke('knowledge.addFolder', { projectId: to, path })
  await add(projectId)
  const { knowledge } = await parley.invoke('knowledge.list', { projectId })
  for (const { id } of knowledge.sources) await parley.invoke('knowledge.remove', { sourceId: id })
  expect(await add(projectId)).toEqual({ added: true })
  expect(asked).toHaveLength(1)
  const { project } = await parley.invoke('projects.save', { name: 'Another' })
  await add(project.id)
  expect(asked).toHaveLength(2)
})

test('no window can add a folder by its path alone, or Parley’s own folder', async (context) => {
  const { parley, projectId, dataFolder } = await open()
  const folder = temporaryFolder()
  expect(await parley.invoke('knowledge.addFolder', { projectId, path: folder })).toEqual({ added: false })
  for (const path of ['relative', join(folder, 'gone'), '/dev/null', '\0']) {
    await expect(parley.invoke('knowledge.addFolder', { projectId, path })).rejects.toMatchObject({
      data: { reason: 'knowledge-folder' },
    })
  }
  needsLinks(context)
  const link = join(folder, 'link')
  symlinkSync(dataFolder, link)
  mkdirSync(join(dataFolder, 'attachments'), { recursive: true })
  for (const path of [dataFolder, link, join(link, 'attachments')]) {
    await expect(parley.invoke('knowledge.addFolder', { projectId, path })).rejects.toMatchObject({
      data: { reason: 'knowledge-own-folder' },
    })
  }
})

test('restores removed knowledge, alone and with its project', async () => {
  const { parley, projectId } = await open()
  const attachmentIds = [await upload(parley, 'a.txt', 'apple'), await upload(parley, 'b.txt', 'banana')]
  await parley.invoke('knowledge.addFiles', { projectId, attachmentIds })
  const { sources } = await indexed(parley, projectId, 2)
  const sourceId = sources[0]?.id ?? ''
  expect(await parley.invoke('knowledge.remove', { sourceId })).toEqual({ removed: true })
  await indexed(parley, projectId, 1)
  await parley.invoke('knowledge.restore', { sourceId })
  await indexed(parley, projectId, 2)
  await parley.invoke('projects.remove', { projectId })
  await expect(parley.invoke('knowledge.list', { projectId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await parley.invoke('projects.restore', { projectId })
  expect((await indexed(parley, projectId, 2)).sources.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
})

test('keeps nothing of removed files in the index, and rebuilds a damaged index', async () => {
  const { parley, projectId, dataFolder } = await open()
  const attachmentIds = [await upload(parley, 'a.txt', 'The code is 111.')]
  await parley.invoke('knowledge.addFiles', { projectId, attachmentIds })
  const { sources } = await indexed(parley, projectId, 1)
  const [name = ''] = readdirSync(join(dataFolder, 'knowledge'))
  const index = join(dataFolder, 'knowledge', name)
  const bytes = readFileSync(index)
  writeFileSync(index, bytes.fill(0xa5, 4_096))
  await parley.invoke('knowledge.files', { sourceId: sources[0]?.id ?? '', offset: 0 })
  const { session } = await parley.invoke('sessions.create', { model: 'demo/brief', projectId })
  await expect.poll(() => ask(parley, session.id, 'code?')).toMatchObject({ excerpts: [{ name: 'a.txt' }] })
  await parley.invoke('knowledge.remove', { sourceId: sources[0]?.id ?? '' })
  await expect.poll(() => readdirSync(join(dataFolder, 'knowledge'))).toEqual([])
})

test('after a restart, the index is there at once, and files that changed while Parley was closed are read', async () => {
  const folder = realTemporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'The code is 111.')
  const dataFolder = temporaryFolder()
  const platform = { chooseFolder: () => Promise.resolve(folder) }
  const first = await startTestApp({ dataFolder, platform })
  const before = connectTo(first)
  const { project } = await before.invoke('projects.save', { name: 'Tea' })
  await before.invoke('knowledge.chooseFolder', { projectId: project.id })
  await indexed(before, project.id, 1)
  await first.close()
  writeFileSync(join(folder, 'a.txt'), 'The code is 2222.')
  const parley = connectTo(await startTestApp({ dataFolder }))
  expect((await indexed(parley, project.id, 1)).tokens).toBe(4)
  const { session } = await parley.invoke('sessions.create', { model: 'demo/brief', projectId: project.id })
  const textGiven = async () => {
    const known = await ask(parley, session.id, 'code?')
    const hash = known?.excerpts[0]?.hash ?? ''
    return (await parley.invoke('knowledge.text', { sessionId: session.id, hash })).text
  }
  // On a busy machine, the first answer does not wait long enough.
  await expect.poll(textGiven).toBe('The code is 2222.')
})

test('a continued answer gets its earlier passages, whatever its files contain now', async () => {
  const { fake, parley, projectId } = await open({ chooseFolder: () => Promise.resolve(folder) })
  const folder = realTemporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'first')
  await parley.invoke('knowledge.chooseFolder', { projectId })
  await indexed(parley, projectId, 1)
  const { session } = await parley.invoke('sessions.create', { model: 'near/fake-fast', projectId })
  const before = await ask(parley, session.id, 'Which?')
  const { messages } = await parley.invoke('sessions.get', { sessionId: session.id })
  const messageId = messages.at(-1)?.id ?? ''
  const { messageId: editedId } = await parley.invoke('messages.edit', {
    sessionId: session.id,
    messageId,
    text: 'As in [1], ',
  })
  writeFileSync(join(folder, 'a.txt'), 'second')
  const watch = watchSession(parley, session.id)
  await parley.invoke('runs.continue', { sessionId: session.id, messageId: editedId })
  await watch.first('run-end')
  expect(await lastKnowledge(parley, session.id)).toEqual(before)
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('a.txt')
})
