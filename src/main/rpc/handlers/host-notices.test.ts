import { expect, test, vi } from 'vitest'

import type { WindowEvent } from '../../../shared/rpc/window-events'
import { HostNotices } from '../../platform/host-notices'
import { Recorded } from '../testing/recorded'
import { connectTo, startTestApp } from '../testing/test-app'

async function open() {
  const notices = new HostNotices()
  const installUpdate = vi.fn<() => void>()
  const app = await startTestApp({ platform: { notices, installUpdate } })
  const parley = connectTo(app)
  const received = new Recorded<string>()
  const onEvents = (events: readonly WindowEvent[]) => {
    for (const event of events) {
      if (event.type === 'host-notices') received.push(event.notices.map(({ kind }) => kind).join(' '))
      if (event.type === 'command') received.push(`command ${event.command}`)
    }
  }
  const attach = () => parley.open('window.attach', {}, { onEvents, onEnd: () => {} })
  return { app, parley, notices, installUpdate, received, attach }
}

test('shows a window its host’s notices until the user dismisses them', async () => {
  const { parley, notices, received, attach } = await open()
  notices.add({ kind: 'keys-locked' })
  attach()
  await received.until((items) => items.length === 1)
  notices.add({ kind: 'update-ready', version: '2.0.0' })
  notices.add({ kind: 'update-ready', version: '2.1.0' })
  await parley.invoke('app.dismissHostNotice', { kind: 'keys-locked' })
  await received.until((items) => items.length === 4)
  expect(received.items).toEqual([
    'keys-locked',
    'keys-locked update-ready',
    'keys-locked update-ready',
    'update-ready',
  ])
  expect(notices.list()).toEqual([{ kind: 'update-ready', version: '2.1.0' }])
})

test('installs an update only when there is one', async () => {
  const { parley, notices, installUpdate } = await open()
  expect(await parley.invoke('app.installUpdate', {})).toEqual({ installing: false })
  expect(installUpdate).not.toHaveBeenCalled()
  notices.add({ kind: 'update-ready', version: '2.0.0' })
  expect(await parley.invoke('app.installUpdate', {})).toEqual({ installing: true })
  expect(installUpdate).toHaveBeenCalledOnce()
})

test('a menu command waits for the window that it opens', async () => {
  const { app, received, attach } = await open()
  app.sendCommand('settings')
  attach()
  await received.until((items) => items.length === 2)
  expect(received.items).toContain('command settings')
})
