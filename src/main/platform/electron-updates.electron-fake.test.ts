import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { temporaryFolder } from '../base/testing/temporary-folder'
import { knowsItsUpdates, type Updater } from './electron-updates'
import { FakeElectron } from './testing/fake-electron'
import { start, type Given } from './testing/electron-host-run'

/** Starts it, and starts it again. */
async function restart(given: Given, electron = new FakeElectron()) {
  const begun = await start(given, electron)
  const quit = electron.nextQuit()
  begun.platform?.restart()
  begun.app.saved.resolve()
  await quit
  if (electron.app.calls.at(-1) !== 'quit') await electron.nextQuit()
  return { ...begun, electron }
}

describe('a restart', () => {
  const environment = { OPENAI_API_KEY: 'sk-of-the-environment', APPIMAGE: '/opt/Parley.AppImage' }

  it('starts the image of an AppImage, whose mount goes with the process that runs from it', async () => {
    const { electron, started } = await restart({
      environment,
      args: ['--user-data', '/data', 'parley://settings'],
    })
    expect(electron.relaunches).toEqual([])
    expect(started).toEqual(['/opt/Parley.AppImage --user-data /data'])
    expect(electron.app.calls.slice(-2)).toEqual(['quit', 'lock released'])
  })

  it('is that of Electron elsewhere, with the keys that the environment had, and without the address', async () => {
    const electron = new FakeElectron()
    // Somebody else's AppImage, such as a terminal that this was started from.
    electron.app.isPackaged = false
    const { started } = await restart({ environment, args: ['.', 'parley://settings'] }, electron)
    expect(started).toEqual([])
    expect(electron.relaunches).toMatchObject([{ args: ['.'], environment }])
    expect(process.env).not.toHaveProperty('OPENAI_API_KEY')
  })
})

function throwNoRights(): void {
  throw new Error('no rights')
}

describe('updates', () => {
  /** https://www.electron.build/auto-update: events, and what `quitAndInstall` does where it works. */
  class FakeUpdater extends EventEmitter implements Updater {
    autoDownload = false
    autoInstallOnAppQuit = false
    looks = 0
    installs = 0
    /** What happens instead of the end of the app. */
    fault: (() => void) | null = null
    checkForUpdates() {
      this.looks += 1
      return this.looks === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(null)
    }

    quitAndInstall() {
      this.installs += 1
      this.fault?.()
    }
  }

  async function startWith(updater: FakeUpdater) {
    const begun = await start({ loadUpdater: () => Promise.resolve(updater) })
    const notices = () => begun.platform?.notices?.list()
    return { ...begun, notices, ready: (version: string) => updater.emit('update-downloaded', { version }) }
  }

  it('are looked for again and again, and a look in vain only goes to the log', async () => {
    const updater = new FakeUpdater()
    const { app, clock } = await startWith(updater)
    await expect.poll(() => app.warnings).toEqual(['updates: Error: no network'])
    clock.advance(6 * 60 * 60 * 1_000)
    expect(updater).toMatchObject({ looks: 2, autoDownload: true, autoInstallOnAppQuit: true })
  })

  it('are told in the window, once for each version', async () => {
    const { electron, notices, platform, ready } = await startWith(new FakeUpdater())
    ready('2.0.0')
    expect(notices()).toEqual([{ kind: 'update-ready', version: '2.0.0' }])
    platform?.notices?.dismiss('update-ready')
    // Each look finds it again.
    ready('2.0.0')
    expect(notices()).toEqual([])
    ready('2.1.0')
    expect(notices()).toEqual([{ kind: 'update-ready', version: '2.1.0' }])
    expect(electron.questions).toEqual([])
  })

  it('are installed once everything is saved', async () => {
    const updater = new FakeUpdater()
    const { app, platform, ready, window } = await startWith(updater)
    ready('2.0.0')
    platform?.installUpdate?.()
    platform?.installUpdate?.()
    expect(app.closes).toBe(1)
    expect(updater.installs).toBe(0)
    app.saved.resolve()
    await expect.poll(() => updater.installs).toBe(1)
    expect(window.calls.at(-1)).toBe('hide')
  })

  it('hand on the keys that the environment had', async () => {
    const environment = { OPENAI_API_KEY: 'sk-of-the-environment' }
    const updater = new FakeUpdater()
    const begun = await start({ environment, loadUpdater: () => Promise.resolve(updater) })
    let seen: string | undefined
    updater.fault = () => {
      seen = process.env['OPENAI_API_KEY']
      throwNoRights()
    }
    updater.emit('update-downloaded', { version: '2.0.0' })
    begun.platform?.installUpdate?.()
    begun.app.saved.resolve()
    await expect.poll(() => seen).toBe('sk-of-the-environment')
    expect(process.env).not.toHaveProperty('OPENAI_API_KEY')
  })

  it.each([
    ['throws', throwNoRights, 0],
    ['reports an error', (updater: FakeUpdater) => void updater.emit('error', new Error('no rights')), 0],
    ['does nothing', () => {}, 60_000],
  ])(
    'that are not installed, as the installer %s, leave the old version running',
    async (_name, fault, ms) => {
      const updater = new FakeUpdater()
      const { app, clock, electron, platform, ready } = await startWith(updater)
      updater.fault = () => fault(updater)
      ready('2.0.0')
      platform?.installUpdate?.()
      app.saved.resolve()
      await expect.poll(() => updater.installs).toBe(1)
      clock.advance(ms)
      await expect.poll(() => electron.app.calls).toEqual(['relaunch', 'quit'])
      expect(updater.autoInstallOnAppQuit).toBe(false)
    },
  )

  it.each([
    ['', false],
    ["provider: generic\nurl: ''\n", false],
    ['provider: generic\nurl: not an address\n', false],
    ['provider: generic\nurl: https://updates.example/parley\n', true],
    ["provider: generic\nurl: 'https://updates.example/parley'\n", true],
  ])('are looked for only by a package that knows where: %j', (content, isKnown) => {
    const folder = temporaryFolder()
    expect(knowsItsUpdates(folder)).toBe(false)
    writeFileSync(join(folder, 'app-update.yml'), content)
    expect(knowsItsUpdates(folder)).toBe(isKnown)
  })
})
