import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import type { ParleyApi } from '../../renderer/rpc/parley-api'
import type { WindowEvent } from '../../shared/rpc/window-events'
import type { SyncDevice, SyncState } from '../../shared/store/sync'
import { temporaryFolder } from '../base/testing/temporary-folder'
import type { App } from '../composition/create-app'
import { samplePdf } from '../store/attachments/testing/sample-files'
import { recordingObserver } from '../rpc/testing/contract-setup'
import { connectTo, startTestApp } from '../rpc/testing/test-app'
import { startFakeServer } from './server/testing/fake-servers'

const passphrase = 'three old tin lamps'

interface Machine {
  dataFolder: string
  app: App
  api: ParleyApi
}

async function machine(dataFolder = temporaryFolder()): Promise<Machine> {
  const app = await startTestApp({ dataFolder })
  return { dataFolder, app, api: connectTo(app) }
}

function startOf({ folder, ...given }: { folder: string; passphrase: string; isNew?: boolean }) {
  return { isNew: false, ...given, place: { kind: 'folder' as const, path: folder }, secret: '' }
}

async function joined(folder: string, isNew = false, on?: Machine): Promise<Machine> {
  const it = on ?? (await machine())
  const started = await it.api.invoke('sync.start', startOf({ folder, passphrase, isNew }))
  expect(started.problem).toBe(null)
  return it
}

async function stateOf({ api }: Machine): Promise<SyncState> {
  return (await api.invoke('sync.get', {})).state
}

async function write({ api }: Machine, title: string, text = 'said'): Promise<string> {
  const { session } = await api.invoke('sessions.import', {
    title,
    messages: [{ role: 'user', content: text }],
  })
  return session.id
}

async function titlesOn({ api }: Machine): Promise<string[]> {
  return (await api.invoke('sessions.list', {})).sessions.map(({ title }) => title ?? '').toSorted()
}

/** Sooner than the next look that needs no hint, every 30 s. */
const timeout = 20_000

async function arrives(on: Machine, titles: string[]): Promise<void> {
  await vi.waitFor(async () => expect(await titlesOn(on)).toEqual(titles.toSorted()), {
    timeout,
    interval: 20,
  })
}

/** The devices of the folder, once a machine knows of so many. */
async function devicesOn(on: Machine, count: number): Promise<SyncDevice[]> {
  await vi.waitFor(async () => expect((await stateOf(on)).devices).toHaveLength(count), { timeout })
  return (await stateOf(on)).devices
}

test('what is written on one machine appears on the other, in both directions', async () => {
  const folder = temporaryFolder()
  const a = await machine()
  await write(a, 'before')
  await joined(folder, true, a)
  const b = await joined(folder)
  await arrives(b, ['before'])
  await vi.waitFor(async () => expect((await stateOf(a)).unsentCount).toBe(0), { timeout })
  const id = await write(a, 'from a')
  await arrives(b, ['before', 'from a'])
  await b.api.invoke('sessions.update', { sessionId: id, title: 'renamed on b' })
  await arrives(a, ['before', 'renamed on b'])
  const devices = await devicesOn(b, 2)
  expect(devices).toMatchObject([{ missingCount: 0 }, { missingCount: 0 }])
  expect(devices.filter(({ isThis }) => isThis)).toHaveLength(1)
}, 90_000)

test('an open window is told what has arrived, and which chats another machine has moved to the trash', async () => {
  const folder = temporaryFolder()
  const a = await joined(folder, true)
  const [chat, kept] = [await write(a, 'to the trash'), await write(a, 'kept')]
  const { comparison } = await a.api.invoke('compare.create', { models: ['demo/one', 'demo/two'] })
  const b = await joined(folder)
  await arrives(b, ['to the trash', 'kept'])
  const window = recordingObserver<WindowEvent>()
  b.api.open('window.attach', {}, window)
  await a.api.invoke('prompts.save', { name: 'Brew', text: 'How?' })
  const panes = [{ model: 'demo/one' }, { model: 'demo/two' }]
  await a.api.invoke('lineUps.save', { name: 'Two', panes, isBlind: false })
  await a.api.invoke('sets.create', { name: 'Tea' })
  await a.api.invoke('drafts.set', { place: `chat:${kept}`, text: 'half a', updatedAt: 1 })
  await a.api.invoke('votes.import', { csv: 'model_a,model_b,winner\nx,y,model_a\n', name: 'arena.csv' })
  await a.api.invoke('projects.save', { name: 'Kettle' })
  await a.api.invoke('sessions.delete', { sessionId: chat })
  await a.api.invoke('compare.delete', { comparisonId: comparison.id })
  const told = () => [
    ...new Set(
      window.events.flatMap((event): readonly string[] | string => {
        if (event.type === 'lists-changed') return event.lists
        if (event.type === 'session-removed') return event.sessionId
        if (event.type === 'comparison-removed') return event.comparisonId
        return event.type === 'votes-changed' || event.type === 'projects-changed' ? event.type : []
      }),
    ),
  ]
  const news = ['votes-changed', 'projects-changed', 'prompts', 'lineUps', 'promptSets', 'drafts']
  // Panes leave the lists together with their comparison.
  const gone = [chat, comparison.id, ...comparison.panes.map(({ sessionId }) => sessionId)]
  await vi.waitFor(() => expect(told().toSorted()).toEqual([...news, ...gone].toSorted()), { timeout })
}, 90_000)

test('attachments arrive at once; they are written into the folder by whoever has them', async () => {
  const folder = temporaryFolder()
  const a = await joined(folder, true)
  const b = await joined(folder)
  const pdf = samplePdf(['carried'])
  const upload = { name: 'a.pdf', mediaType: 'application/pdf', sizeBytes: pdf.length }
  const { uploadId } = await a.api.invoke('attachments.begin', upload)
  await a.api.invoke('attachments.append', { uploadId, offset: 0, data: pdf.toString('base64') })
  const { attachment } = await a.api.invoke('attachments.finish', { uploadId })
  const { attachmentId } = attachment
  const { project } = await a.api.invoke('projects.save', { name: 'Heron' })
  await a.api.invoke('knowledge.addFiles', { projectId: project.id, attachmentIds: [attachmentId] })
  await vi.waitFor(
    async () =>
      expect(await b.api.invoke('attachments.text', { attachmentId })).toMatchObject({
        text: expect.stringContaining('carried') as string,
      }),
    {
      timeout,
      interval: 50,
    },
  )
  const { data } = await b.api.invoke('attachments.read', { attachmentId, offset: 0 })
  expect(Buffer.from(data, 'base64').equals(pdf)).toBe(true)
}, 90_000)

test('machines meet on a server, to which only secrets among the keys give access, also after one has changed', async () => {
  const fake = await startFakeServer('webdav')
  onTestFinished(() => fake[Symbol.asyncDispose]())
  const { place, secret } = fake
  const a = await machine()
  const start = async (on: Machine, isNew: boolean, password = secret) =>
    (await on.api.invoke('sync.start', { place, secret: password, passphrase, isNew })).problem
  expect(await start(a, false, 'wrong')).toBe('sign-in')
  expect(await start(a, false)).toBe('new')
  await write(a, 'carried')
  expect(await start(a, true)).toBe(null)
  await vi.waitFor(
    async () => expect(await stateOf(a)).toMatchObject({ unsentCount: 0, devices: [{ isThis: true }] }),
    { timeout },
  )
  const b = await machine()
  expect(await start(b, false)).toBe(null)
  await arrives(b, ['carried'])
  expect(await stateOf(b)).toMatchObject({ place, status: 'on', problem: null })
  expect(readFileSync(join(b.dataFolder, 'sync.json'), 'utf8')).not.toContain(secret)
  await b.app.close()
  fake.requests.length = 0
  const again = await machine(b.dataFolder)
  await vi.waitFor(async () => expect((await stateOf(again)).lookedAt).not.toBe(null), { timeout })
  expect(fake.requests.filter((each) => each.startsWith('GET'))).toEqual([])
  await again.app.close()
  const changed = { passphrase: 'four new tin lamps' }
  expect(await a.api.invoke('sync.changePassphrase', changed)).toMatchObject({ problem: null })
  await write(a, 'changed')
  await vi.waitFor(async () => expect((await stateOf(a)).unsentCount).toBe(0), { timeout })
  const unaware = await machine(b.dataFolder)
  await arrives(unaware, ['carried', 'changed'])
  await unaware.app.close()
  const third = await machine(b.dataFolder)
  await vi.waitFor(async () => expect(await stateOf(third)).toMatchObject({ problem: 'mismatch', place }), {
    timeout,
  })
  const enter = { place, secret: '', ...changed, isNew: false }
  expect((await third.api.invoke('sync.start', enter)).problem).toBe(null)
  fake.secret = 'open barley'
  await write(third, 'after another password')
  await vi.waitFor(async () => expect(await stateOf(third)).toMatchObject({ problem: 'sign-in' }), {
    timeout,
  })
  const password = { place, secret: fake.secret, passphrase: '', isNew: false }
  expect((await third.api.invoke('sync.start', password)).problem).toBe(null)
  await vi.waitFor(async () => expect(await stateOf(third)).toMatchObject({ status: 'on', unsentCount: 0 }), {
    timeout,
  })
  await third.api.invoke('sync.stop', {})
  expect(await stateOf(third)).toMatchObject({ place: null, status: 'off' })
}, 90_000)

test('a folder that cannot be joined is refused with the reason, and nothing is kept of it', async () => {
  const folder = temporaryFolder()
  const a = await machine()
  const start = async (given: { folder: string; passphrase: string; isNew?: boolean }) =>
    (await a.api.invoke('sync.start', startOf(given))).problem
  expect(await start({ folder, passphrase })).toBe('new')
  expect(await start({ folder: join(a.dataFolder, 'snapshots'), passphrase })).toBe('inside')
  expect(await start({ folder: join(folder, 'none'), passphrase })).toBe('gone')
  expect(readdirSync(folder)).toEqual([])
  await joined(folder, true)
  expect(await start({ folder, passphrase: 'three old tin lamp', isNew: true })).toBe('mismatch')
  expect(await stateOf(a)).toMatchObject({ place: null, status: 'off' })
  await expect(
    a.api.invoke('sync.start', startOf({ folder: 'here', passphrase, isNew: true })),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
}, 90_000)

test('a folder that is away is a state, and everything continues when it is back, also after a restart', async () => {
  const parent = temporaryFolder()
  const [folder, away] = [join(parent, 'here'), join(parent, 'away')]
  mkdirSync(folder)
  const a = await joined(folder, true)
  const b = await joined(folder)
  await write(a, 'one')
  await arrives(b, ['one'])
  renameSync(folder, away)
  await write(a, 'two')
  await vi.waitFor(
    async () => expect(await stateOf(a)).toMatchObject({ status: 'trouble', problem: 'gone' }),
    { timeout },
  )
  await a.app.close()
  renameSync(away, folder)
  const again = await machine(a.dataFolder)
  await write(b, 'three')
  await arrives(again, ['one', 'two', 'three'])
  await arrives(b, ['one', 'two', 'three'])
  await again.api.invoke('sync.stop', {})
  await write(again, 'alone')
  await write(b, 'not carried')
  expect(await stateOf(again)).toMatchObject({ place: null, status: 'off' })
  await joined(folder, false, again)
  await arrives(again, ['one', 'two', 'three', 'alone', 'not carried'])
  await arrives(b, ['one', 'two', 'three', 'alone', 'not carried'])
}, 90_000)

test('a machine that was restored from a backup loses nothing, and becomes another device', async () => {
  const folder = temporaryFolder()
  const a = await joined(folder, true)
  await write(a, 'one')
  const [before] = await devicesOn(a, 1)
  await a.app.close()
  const backup = temporaryFolder()
  cpSync(a.dataFolder, backup, { recursive: true })
  const later = await machine(a.dataFolder)
  await write(later, 'after the backup')
  const b = await joined(folder)
  await arrives(b, ['one', 'after the backup'])
  await later.app.close()
  const restored = await machine(backup)
  await arrives(restored, ['one', 'after the backup'])
  await write(restored, 'after the restore')
  await arrives(b, ['one', 'after the backup', 'after the restore'])
  const self = (await devicesOn(restored, 3)).find(({ isThis }) => isThis)
  expect(self?.id).not.toBe(before?.id)
}, 90_000)

test('a device that is removed leaves nothing behind but what it has written', async () => {
  const folder = temporaryFolder()
  const a = await joined(folder, true)
  const b = await joined(folder)
  await write(b, 'of b')
  await arrives(a, ['of b'])
  await b.app.close()
  const devices = await devicesOn(a, 2)
  const own = devices.find(({ isThis }) => isThis)
  await expect(a.api.invoke('sync.removeDevice', { deviceId: own?.id ?? 'none' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  const other = devices.find(({ isThis }) => !isThis)
  await a.api.invoke('sync.removeDevice', { deviceId: other?.id ?? '' })
  expect(await devicesOn(a, 1)).toMatchObject([{ isThis: true }])
  await arrives(await joined(folder), ['of b'])
}, 90_000)

test('what somebody deleted from the folder is written again once, so that a new device has it and waits for nothing', async () => {
  const folder = temporaryFolder()
  const a = await joined(folder, true)
  const names = () => readdirSync(folder).filter((name) => name.endsWith('.parley'))
  const before = names()
  await write(a, 'read by nobody')
  await vi.waitFor(() => expect(names()).not.toEqual(before), { timeout })
  await vi.waitFor(async () => expect((await stateOf(a)).unsentCount).toBe(0), { timeout })
  for (const name of names()) if (!before.includes(name)) rmSync(join(folder, name))
  await write(a, 'afterwards')
  const c = await joined(folder)
  await arrives(c, ['read by nobody', 'afterwards'])
  const isWhole = async () => (await devicesOn(c, 2)).every(({ missingCount }) => missingCount === 0)
  await vi.waitFor(async () => expect(await isWhole()).toBe(true), { timeout })
  const count = names().length
  await write(a, 'and on')
  await arrives(c, ['read by nobody', 'afterwards', 'and on'])
  expect(names()).toHaveLength(count + 1)
}, 90_000)
