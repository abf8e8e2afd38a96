import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, join } from 'node:path'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { compactSegments } from '../folder/compact-segments'
import { getFile, putFile, usualNames } from '../folder/attachment-files'
import { usualLimits } from '../folder/segments'
import { type TestDevice, testDevice } from '../folder/testing/test-device'
import type { Carrier } from './carrier'
import { carriedName } from './meeting-server'
import { ServerRest } from './server-rest'
import { type FakeServer, startFakeServer } from './testing/fake-servers'
import { WebdavServer } from './webdav'
import { withCarrier } from './with-carrier'

const kinds = ['webdav', 's3'] as const
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

async function fakeServer(kind: (typeof kinds)[number]): Promise<FakeServer> {
  const fake = await startFakeServer(kind)
  onTestFinished(() => fake[Symbol.asyncDispose]())
  return fake
}

function carrying<Result>(
  fake: Pick<FakeServer, 'place' | 'secret'>,
  path: string,
  work: (carrier: Carrier) => Promise<Result>,
  signal = new AbortController().signal,
) {
  const { place, secret } = fake
  const server = { place, secret, proxies: null }
  return withCarrier(
    { path, server },
    { mostSegmentBytes: usualLimits.packedBytes, isWaiting: false, signal },
    work,
  )
}

/** A machine with a mirror of the server. */
async function machine(fake: FakeServer, id: string) {
  const path = join(temporaryFolder(), 'mirror')
  expect(await carrying(fake, path, (carrier) => carrier.carry([], { mayCreate: true }))).toBe(undefined)
  const device = await testDevice(path, id)
  await carrying(fake, path, (carrier) => carrier.push(device.folder.keys))
  const pass = <Result>(work: (carrier: Carrier, device: TestDevice) => Promise<Result>) =>
    carrying(fake, path, (carrier) => work(carrier, device))
  return {
    path,
    device,
    pass,
    carry: () => pass((carrier, { folder }) => carrier.carry(folder.keys)),
    push: () => pass((carrier, { folder }) => carrier.push(folder.keys)),
    names: () => readdirSync(path).toSorted(),
  }
}

const namesOn = ({ files }: FakeServer) => [...(files ?? new Map<string, Buffer>()).keys()].toSorted()

describe.each(kinds)('a folder on a server (%s)', (kind) => {
  test('has what each machine has written, and an idle pass only lists it', async () => {
    const fake = await fakeServer(kind)
    const a = await machine(fake, 'a')
    await a.device.write(['one'])
    await a.push()
    const b = await machine(fake, 'b')
    const onProgress = vi.fn()
    await b.pass((carrier, { folder }) => carrier.carry(folder.keys, { onProgress }))
    expect(onProgress.mock.calls).toEqual([[1]])
    await b.device.news()
    expect(b.device.records).toEqual(['one'])
    await b.device.write(['two'])
    await b.push()
    await a.carry()
    await a.device.news()
    expect(a.device.records).toEqual(['two'])
    expect([a.names(), b.names()]).toEqual([namesOn(fake), namesOn(fake)])
    for (const name of namesOn(fake)) expect(fake.files?.get(name)).toEqual(readFileSync(join(a.path, name)))
    fake.requests.length = 0
    await a.carry()
    expect(new Set(fake.requests)).toEqual(new Set([kind === 's3' ? 'GET ' : 'PROPFIND ']))
  })

  test('loses what a machine has merged, also if that was interrupted, and nothing that a mirror lacks', async () => {
    const fake = await fakeServer(kind)
    const [a, b] = [await machine(fake, 'a'), await machine(fake, 'b')]
    for (let value = 0; value < 16; value += 1) await a.device.write([value])
    await a.push()
    await b.carry()
    fake.misbehave = ({ method }, response) => method === 'DELETE' && Boolean(response.writeHead(503).end())
    const compact = () =>
      compactSegments(a.device.folder, { own: a.device.own, keyOf: (record) => String(record) })
    expect(await a.pass((carrier, { folder }) => carrier.drop(folder.keys, compact))).toMatchObject({
      reason: 'unreachable',
    })
    fake.misbehave = () => false
    await a.carry()
    await b.carry()
    expect([a.names(), b.names()]).toEqual([namesOn(fake), namesOn(fake)])
    const before = namesOn(fake)
    for (const name of before) rmSync(join(b.path, name))
    await b.carry()
    expect([b.names(), namesOn(fake)]).toEqual([before, before])
  })

  test('sends several files at once, and after a failure the rest of them', async () => {
    const fake = await fakeServer(kind)
    const [a, b] = [await machine(fake, 'a'), await machine(fake, 'b')]
    for (let value = 0; value < 16; value += 1) await a.device.write([value])
    await a.push()
    const open = { now: 0, most: 0, all: 0 }
    fake.misbehave = ({ method, url = '' }, response) => {
      if (method !== 'GET' || !carriedName.test(basename(url))) return false
      open.all += 1
      open.now += 1
      open.most = Math.max(open.most, open.now)
      response.once('close', () => (open.now -= 1))
      // As if the server were distant.
      const end = response.end.bind(response)
      response.end = (...given: unknown[]) => {
        setTimeout(() => end(...(given as [])), 20)
        return response
      }
      return open.all === 6 && Boolean(response.writeHead(503).end())
    }
    expect(await b.carry()).toMatchObject({ reason: 'unreachable' })
    expect(open.now).toBe(0)
    expect(open.most).toBeGreaterThan(2)
    expect(open.most).toBeLessThanOrEqual(4)
    expect(open.all).toBeLessThan(12)
    await b.carry()
    expect(b.names()).toEqual(namesOn(fake))
  })

  test('gets attachments, which are in a mirror only while they are used', async () => {
    const fake = await fakeServer(kind)
    const [a, b] = [await machine(fake, 'a'), await machine(fake, 'b')]
    const [source, target] = [join(temporaryFolder(), 'source'), join(temporaryFolder(), 'target')]
    writeFileSync(source, 'test')
    expect(await putFile(a.device.folder, sha256, source)).toEqual({ kind: 'put' })
    await a.push()
    const [name = ''] = usualNames(a.device.folder, sha256)
    expect([namesOn(fake).includes(name), a.names().includes(name)]).toEqual([true, false])
    await b.carry()
    expect(b.names()).not.toContain(name)
    await b.pass(async (carrier, { folder }) => {
      expect(carrier.names).toContain(name)
      await carrier.pull(name)
      expect(await getFile(folder, sha256, target)).toEqual({ kind: 'got' })
      carrier.release(folder.keys)
    })
    expect(readFileSync(target, 'utf8')).toBe('test')
    expect(b.names()).not.toContain(name)
    await b.carry()
    expect(namesOn(fake)).toContain(name)
  })

  test('is completed after half an upload, and read again when another machine has completed its own', async () => {
    const fake = await fakeServer(kind)
    const [a, b] = [await machine(fake, 'a'), await machine(fake, 'b')]
    await a.device.write(['one'])
    await a.push()
    const [name = ''] = a.names().filter((each) => !b.names().includes(each))
    const whole = fake.files?.get(name) ?? Buffer.alloc(0)
    const half = whole.subarray(0, 40)
    fake.files?.set(name, half)
    await b.carry()
    fake.files?.set(name, whole)
    await b.carry()
    await b.device.news()
    expect(b.device.records).toEqual(['one'])
    // As if it had been killed before it noted anything.
    rmSync(`${a.path}.json`, { force: true })
    fake.files?.set(name, half)
    await a.carry()
    expect(fake.files?.get(name)).toEqual(whole)
  })

  test('that lost its key removes nothing here', async () => {
    const fake = await fakeServer(kind)
    const a = await machine(fake, 'a')
    await a.device.write(['one'])
    await a.carry()
    await a.carry()
    const before = a.names()
    fake.files?.clear()
    expect(await a.carry()).toMatchObject({ kind: 'trouble', reason: 'gone' })
    if (kind === 'webdav') fake.files = null
    expect(await a.carry()).toMatchObject({ reason: 'gone' })
    expect(a.names()).toEqual(before)
  })

  test('can get another passphrase, which machines that have it open do not notice', async () => {
    const fake = await fakeServer(kind)
    const [a, b] = [await machine(fake, 'a'), await machine(fake, 'b')]
    await a.carry()
    await b.carry()
    const [former = ''] = namesOn(fake)
    const changed = await a.pass((carrier, { folder }) =>
      carrier.drop(folder.keys, () => folder.changePassphrase('four new tin lamps', () => {})),
    )
    expect(changed).toEqual({ kind: 'changed' })
    expect(namesOn(fake)).not.toContain(former)
    expect(namesOn(fake)).toHaveLength(1)
    await a.device.write(['afterwards'])
    await a.push()
    expect(await b.carry()).toBe(undefined)
    await b.device.news()
    expect(b.device.records).toEqual(['afterwards'])
    expect([a.names(), b.names()]).toEqual([namesOn(fake), namesOn(fake)])
  })

  test('refuses with a reason, and a redirect gets no credentials', async () => {
    const fake = await fakeServer(kind)
    const path = join(temporaryFolder(), 'mirror')
    const reasonFor = async (
      answer: (response: ServerResponse) => unknown,
      given: Pick<FakeServer, 'place' | 'secret'> = fake,
    ) => {
      fake.misbehave = (_request, response) => Boolean(answer(response))
      const result = await carrying(given, path, (carrier) => carrier.carry([], { mayCreate: true }))
      return result?.reason
    }
    const status = (code: number, content = '', headers = {}) =>
      reasonFor((response) => response.writeHead(code, headers).end(content))
    expect(await reasonFor(() => false, { ...fake, secret: 'wrong' })).toBe('sign-in')
    expect(await status(403)).toBe('denied')
    expect(await status(409)).toBe('no-place')
    expect(await status(413)).toBe('too-large')
    expect(await status(423)).toBe('unreachable')
    expect(await status(507)).toBe('full')
    expect(await status(501)).toBe('not-server')
    expect(await status(kind === 's3' ? 404 : 405)).toBe(kind === 's3' ? 'no-place' : 'not-server')
    expect(await status(200, '<!DOCTYPE html><p>Sign in')).toBe('not-server')
    expect(await status(207, '<a>'.repeat(100_000))).toBe('not-server')
    const bomb = '<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><multistatus>&b;</multistatus>'
    expect(await status(kind === 's3' ? 200 : 207, bomb)).toBe('not-server')
    expect(
      await reasonFor(
        (response) => response.writeHead(207, { 'content-length': 9 }).write('<a/>') && response.destroy(),
      ),
    ).toBe('unreachable')
    const elsewhere = await fakeServer(kind)
    expect(await status(302, '', { location: elsewhere.place.address })).toBe('not-server')
    expect(elsewhere.requests).toEqual([])
    fake.misbehave = (_request, response) => Boolean(response.writeHead(503, { 'retry-after': '90' }).end())
    expect(await carrying(fake, path, (carrier) => carrier.carry([]))).toMatchObject({ waitMs: 90_000 })
    const closed = { ...fake, place: { ...fake.place, address: 'http://127.0.0.1:9' } }
    expect(await carrying(closed, path, (carrier) => carrier.carry([]))).toMatchObject({
      reason: 'unreachable',
    })
  })

  test('cannot make Parley write other files, longer ones, or wait after a stop', async () => {
    const fake = await fakeServer(kind)
    const a = await machine(fake, 'a')
    await a.carry()
    const key = namesOn(fake)[0] ?? ''
    const odd = ['../x', '..%2fx', 'x.parley', `${'a'.repeat(32)}.PARLEY`, `${'b'.repeat(32)}.parley/`]
    for (const name of [...odd, `${'c'.repeat(32)}.parley`]) fake.files?.set(name, Buffer.alloc(2_000))
    fake.files?.set(`${'d'.repeat(32)}.parley`, Buffer.alloc(10))
    let written = 0
    const endless = (request: IncomingMessage, response: ServerResponse) => {
      if (request.method !== 'GET' || !request.url?.includes('dddd')) return false
      const more = () => {
        written += 1
        if (!response.destroyed) response.write(Buffer.alloc(65_536), more)
      }
      response.writeHead(200)
      more()
      return true
    }
    fake.misbehave = endless
    expect(await a.carry()).toBe(undefined)
    expect(written).toBeGreaterThan(0)
    expect(readdirSync(join(a.path, '..')).toSorted()).toEqual(['mirror', 'mirror.json'])
    expect(a.names()).toEqual([key])
    expect(a.names().every((name) => carriedName.test(name))).toBe(true)
    const stop = new AbortController()
    fake.misbehave = () => {
      stop.abort(new Error('stopped'))
      return true
    }
    await expect(carrying(fake, a.path, (carrier) => carrier.carry([]), stop.signal)).rejects.toThrow(
      'stopped',
    )
  })
})

test('a server that says nothing for a minute is left', async () => {
  const fake = await fakeServer('webdav')
  const clock = createManualClock()
  const arrived = Promise.withResolvers<void>()
  fake.misbehave = () => {
    arrived.resolve()
    return true
  }
  if (fake.place.kind !== 'webdav') return
  const server = new WebdavServer(fake.place, {
    secret: fake.secret,
    clock,
    signal: new AbortController().signal,
  })
  const listing = server.list().catch((error: unknown) => error)
  await arrived.promise
  clock.advance(60_000)
  expect(await listing).toMatchObject({ reason: 'unreachable' })
})

test('a server that cannot be used is left alone for longer each time, or for as long as it asks', () => {
  const clock = createManualClock()
  const rest = new ServerRest(clock)
  expect([null, null, 300_000, null, null, null, 10 ** 9].map((asked) => rest.begin(asked) / 1000)).toEqual([
    30, 60, 300, 240, 480, 900, 3600,
  ])
  expect(rest.isOver).toBe(false)
  rest.end()
  expect([rest.isOver, rest.begin(null)]).toEqual([true, 30_000])
})
