import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { WindowEvent } from '../../../../shared/rpc/window-events'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../../testing/test-app'

/** The events of one window, and a way to await the next of a kind. */
function attach(parley: ParleyApi) {
  const events: WindowEvent[] = []
  let check: (() => void) | null = null
  parley.open(
    'window.attach',
    {},
    {
      onEvents(batch) {
        events.push(...batch)
        check?.()
      },
      onEnd: () => {},
    },
  )
  return {
    until: (isThere: (event: WindowEvent) => boolean) =>
      new Promise<WindowEvent>((resolve) => {
        check = () => {
          const found = events.find(isThere)
          if (found !== undefined) resolve(found)
        }
        check()
      }),
  }
}

async function titles(parley: ParleyApi): Promise<string[]> {
  return (await parley.invoke('sessions.list', {})).sessions.map(({ title }) => title).toSorted()
}

test('takes a snapshot in a thread, lists it, and restores it by a restart that keeps the old store', async () => {
  const dataFolder = temporaryFolder()
  let restarts = 0
  const platform = {
    restart() {
      restarts += 1
      return true
    },
  }
  const app = await startTestApp({ dataFolder, platform })
  const parley = connectTo(app)
  await parley.invoke('sessions.import', { title: 'one', messages: [{ role: 'user', content: 'Hi' }] })
  const { snapshot } = await parley.invoke('snapshots.take', {})
  expect(snapshot).toMatchObject({ reason: 'asked', sessionCount: 1, messageCount: 1 })
  await parley.invoke('sessions.import', { title: 'two', messages: [] })
  expect(await parley.invoke('snapshots.restore', { snapshotId: snapshot.id })).toEqual({ restarting: true })
  expect(restarts).toBe(1)
  await app.close()

  const next = connectTo(await startTestApp({ dataFolder, platform }))
  expect(await titles(next)).toEqual(['one'])
  const { snapshots } = await next.invoke('snapshots.list', {})
  expect(snapshots.map(({ reason, sessionCount }) => [reason, sessionCount])).toEqual([
    ['restore', 2],
    ['asked', 1],
  ])
  expect((await next.invoke('notices.list', {})).notices).toHaveLength(1)
})

test('refuses a missing or changed snapshot before restarting', async () => {
  const dataFolder = temporaryFolder()
  const parley = connectTo(await startTestApp({ dataFolder }))
  await expect(parley.invoke('snapshots.restore', { snapshotId: '../parley' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const { snapshot } = await parley.invoke('snapshots.take', {})
  const file = join(dataFolder, 'snapshots', `${snapshot.id}.db`)
  writeFileSync(file, Buffer.alloc(snapshot.sizeBytes, 7))
  await expect(parley.invoke('snapshots.restore', { snapshotId: snapshot.id })).rejects.toMatchObject({
    code: 'DEGRADED',
    data: { cause: { code: 'STORE_DAMAGED', data: { reason: 'snapshot' } } },
  })
  expect(await parley.invoke('health.get', {})).toMatchObject({ status: 'ok' })
})

test('a host that is quitting does not restore at its next start', async () => {
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder, platform: { restart: () => false } })
  const parley = connectTo(app)
  const { snapshot } = await parley.invoke('snapshots.take', {})
  await parley.invoke('sessions.import', { title: 'later', messages: [] })
  expect(await parley.invoke('snapshots.restore', { snapshotId: snapshot.id })).toEqual({ restarting: false })
  await app.close()
  expect(await titles(connectTo(await startTestApp({ dataFolder })))).toEqual(['later'])
})

test('finds a message with invalid JSON when its chat is read, and restores it from the snapshot', async () => {
  const dataFolder = temporaryFolder()
  const first = await startTestApp({ dataFolder })
  const parley = connectTo(first)
  const messages = [{ role: 'user' as const, content: 'what was said' }]
  const { session } = await parley.invoke('sessions.import', { title: 'chat', messages })
  await parley.invoke('snapshots.take', {})
  await first.close()
  const file = join(dataFolder, 'parley.db')
  const bytes = readFileSync(file)
  bytes.write('}', bytes.lastIndexOf('"what was said"'))
  writeFileSync(file, bytes)

  const second = await startTestApp({ dataFolder })
  const reading = connectTo(second).invoke('sessions.get', { sessionId: session.id })
  await expect(reading).rejects.toMatchObject({
    code: 'DEGRADED',
    data: { cause: { code: 'STORE_DAMAGED' } },
  })
  expect((await connectTo(second).invoke('health.get', {})).status).toBe('degraded')
  await second.close()
  const third = connectTo(await startTestApp({ dataFolder }))
  const read = await third.invoke('sessions.get', { sessionId: session.id })
  expect(read.messages[0]?.parts).toEqual([{ type: 'text', text: 'what was said' }])
})

test('notifies windows of notices, including later ones, until they are dismissed', async () => {
  const dataFolder = temporaryFolder()
  const first = await startTestApp({ dataFolder })
  await connectTo(first).invoke('sessions.import', { title: 'gone', messages: [] })
  await first.close()
  writeFileSync(join(dataFolder, 'parley.db'), 'this is no database '.repeat(400))

  const parley = connectTo(await startTestApp({ dataFolder }))
  const { notices } = await parley.invoke('notices.list', {})
  expect(notices).toMatchObject([{ title: expect.stringContaining('damaged') }])
  const window = attach(parley)
  const received = await window.until(({ type }) => type === 'notices')
  expect(received).toEqual({ type: 'notices', notices })
  await parley.invoke('notices.dismiss', { noticeId: notices[0]?.id ?? '' })
  const emptied = await window.until((event) => event.type === 'notices' && event.notices.length === 0)
  expect(emptied).toEqual({ type: 'notices', notices: [] })
  expect((await parley.invoke('notices.list', {})).notices).toEqual([])
})
