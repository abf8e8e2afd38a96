import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { FakeElectron } from './testing/fake-electron'
import { FakeEvent } from './testing/fake-window'
import type { FakeHostedApp } from './testing/fake-hosted-app'
import { begin, clickMenu, titles, type Given } from './testing/electron-host-run'

/** A host whose app is built when the test says so. */
function beginSlowly(given: Given = {}) {
  const built = Promise.withResolvers<FakeHostedApp>()
  const electron = new FakeElectron()
  let creations = 0
  const begun = begin(
    {
      ...given,
      createApp: () => {
        creations += 1
        return built.promise
      },
    },
    electron,
  )
  const isBuilding = () => expect.poll(() => creations).toBe(1)
  return { ...begun, isBuilding, build: () => built.resolve(begun.app), fail: built.reject }
}

describe('a slow start', () => {
  it('shows a window and a menu before the app is built', async () => {
    const { electron, isBuilding, build, running } = beginSlowly()
    await isBuilding()
    expect(electron.windows[0]?.calls).toEqual(['load parley://app/', 'show'])
    expect(titles(electron)).toContain('&File')
    build()
    await running
  })

  it('loses nothing that arrives in the meantime, and keeps its order', async () => {
    const { app, electron, isBuilding, build, running, throwUncaught } = beginSlowly({ system: 'darwin' })
    await isBuilding()
    const [window] = electron.windows
    window?.webContents.load('parley://app/')
    electron.app.emit('second-instance', {}, ['parley', 'parley://chat/s-1'])
    const opened = new FakeEvent()
    electron.app.emit('open-url', opened, 'parley://settings')
    clickMenu(electron.menu, 'New chat')
    throwUncaught(new Error('early'))
    expect(opened.defaultPrevented).toBe(true)
    build()
    await running
    expect(app.links).toEqual([{ to: 'chat', sessionId: 's-1' }, { to: 'settings' }])
    expect(app.commands).toEqual(['new-chat'])
    expect(app.fatals).toEqual(['uncaughtException: Error: early'])
    expect(electron.ports.map(({ isStarted }) => isStarted)).toEqual([true])
    expect(electron.windows).toHaveLength(1)
  })

  it('does not connect a page that is gone by then', async () => {
    const { electron, isBuilding, build, running } = beginSlowly()
    await isBuilding()
    electron.windows[0]?.webContents.load('parley://app/')
    electron.windows[0]?.webContents.load('parley://app/')
    build()
    await running
    expect(electron.ports.map(({ isClosed }) => isClosed)).toEqual([true, false])
    expect(electron.ports.map(({ isStarted }) => isStarted)).toEqual([false, true])
  })

  it('shuts down cleanly when the user quits: the app that was being built is closed', async () => {
    const { app, electron, isBuilding, build } = beginSlowly()
    await isBuilding()
    electron.app.quit()
    expect(electron.app.calls).toEqual(['quit held back'])
    const quit = electron.nextQuit()
    app.saved.resolve()
    build()
    await quit
    expect(app.closes).toBe(1)
    expect(electron.app.calls.at(-1)).toBe('quit')
  })

  it('ends with its last window, and after 6 s even if the app is never built', async () => {
    const { clock, electron, isBuilding } = beginSlowly()
    await isBuilding()
    electron.windows[0]?.close()
    electron.app.emit('window-all-closed')
    const quit = electron.nextQuit()
    clock.advance(6_000)
    await quit
    expect(electron.app.calls.at(-1)).toBe('quit')
  })

  it('reports a failure, whatever arrived before', async () => {
    const { electron, isBuilding, fail, running, reports } = beginSlowly()
    await isBuilding()
    electron.app.emit('second-instance', {}, ['parley', 'parley://settings'])
    fail(new ParleyError('STORE_FULL', 'The disk is full.'))
    await running
    expect(electron.errorBoxes).toEqual(['The disk is full.'])
    expect(electron.app.calls).toEqual(['exit 1'])
    expect(reports).toEqual(['shown', 'failed The disk is full.'])
  })

  it('handles a link that macOS delivers before anything can be shown', async () => {
    const electron = new FakeElectron()
    electron.isEarly = true
    const { app, running } = begin({ system: 'darwin' }, electron)
    electron.app.emit('open-url', new FakeEvent(), 'parley://new?text=Hi')
    electron.app.emit('activate')
    expect(electron.windows).toHaveLength(0)
    electron.app.ready.resolve()
    await running
    expect(app.links).toEqual([{ to: 'new-chat', text: 'Hi', model: null }])
  })

  it('reports a data folder that is not writable in a sentence', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'data'), 'no folder')
    const { electron, running } = begin({ folder })
    await running
    expect(electron.errorBoxes).toEqual([
      expect.stringContaining(`Parley cannot write to the data folder ${join(folder, 'data')}`),
    ])
    expect(electron.app.calls).toEqual(['exit 1'])
  })
})

describe('what npm start gets to know', () => {
  it('is that a window was shown', async () => {
    const { reports, running } = begin()
    await running
    expect(reports).toEqual(['shown'])
  })

  it('does not count a start as failed if the user quits before there is a window', async () => {
    const electron = new FakeElectron()
    electron.isEarly = true
    const { app, reports } = begin({}, electron)
    app.saved.resolve()
    electron.app.quit()
    await expect.poll(() => reports).toEqual(['shown'])
  })

  it('is that Electron refused its lock for another reason than a second instance', async () => {
    const electron = new FakeElectron()
    electron.lock = 'refused'
    const { reports, running, folder } = begin({}, electron)
    await running
    expect(reports).toEqual([
      expect.stringContaining(
        `failed Parley could not lock ${join(folder, 'data/electron')} for this start.`,
      ),
    ])
    expect(electron.errorBoxes).toHaveLength(1)
    expect(electron.app.calls).toEqual(['exit 1'])
  })

  it.each([
    ['a fault of the languages', new Error('the disk is full'), 'the disk is full'],
    ['an error without a text', Object.create(null), 'unknown error'],
    ['a message that is no text', Object.assign(new Error('x'), { stack: 7, message: 8 }), '8'],
  ])('is the reason even with %s, and the process ends', async (_kind, error: unknown, text) => {
    const electron = new FakeElectron()
    const createApp = () => {
      electron.app.getPreferredSystemLanguages = () => {
        throw new Error('no languages')
      }
      return Promise.reject(error)
    }
    const { reports, running } = begin({ createApp }, electron)
    await running
    expect(reports).toEqual(['shown', `failed ${text}`])
    expect(electron.errorBoxes).toEqual([text])
    expect(electron.app.calls).toEqual(['exit 1'])
  })
})

function withSilentKeyStore(): FakeElectron {
  const electron = new FakeElectron()
  electron.keyStore.state = 'silent'
  return electron
}

describe('a silent key store', () => {
  it('is named in the window, until it answers', async () => {
    const electron = withSilentKeyStore()
    electron.isSilent = true
    const { clock, running } = begin({}, electron)
    await expect.poll(() => clock.pendingTimers).toBe(2)
    clock.advance(2_999)
    expect(electron.questions).toEqual([])
    clock.advance(1)
    expect(electron.questions).toMatchObject([
      {
        message: 'Parley is waiting for your system’s key storage',
        buttons: ['Start without saved keys', 'Keep waiting'],
        defaultId: 1,
        window: electron.windows[0],
      },
    ])
    electron.keyStore.unlock()
    await running
    expect(electron.withdrawals).toBe(1)
  })

  it('does not delay the start if the user does not want to wait for it', async () => {
    const electron = withSilentKeyStore()
    const { clock, running, platform } = begin({}, electron)
    await expect.poll(() => clock.pendingTimers).toBe(2)
    clock.advance(3_000)
    await running
    expect(platform()?.secrets.guarantee).toBe('key-file')
  })

  it('is not mentioned if it answers in time', async () => {
    const { clock, electron, running } = begin()
    await running
    clock.advance(60_000)
    expect(electron.questions).toEqual([])
  })
})
