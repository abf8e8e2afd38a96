import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { preserveState } from '../../../../e2e/helpers/preserve-state'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { type Updater, updateSource } from './updates'
import { FakeElectron } from './testing/fake-electron'
import { start, type Given } from './testing/electron-host-run'

// The variables that the next process needs.
afterEach(preserveState(process.env, ['APPIMAGE', 'PARLEY_USER_DATA']))

/** Starts the host, and restarts it. */
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

  it('starts the image of an AppImage, whose mount disappears with the current process', async () => {
    const { electron, started } = await restart({
      environment,
      args: ['--user-data', '/data', 'parley://settings'],
    })
    expect(electron.relaunches).toEqual([])
    expect(started).toEqual(['/opt/Parley.AppImage --user-data /data'])
    expect(electron.app.calls.slice(-2)).toEqual(['quit', 'lock released'])
  })

  it("elsewhere uses Electron's relaunch, with the environment's keys, and without the link", async () => {
    const electron = new FakeElectron()
    // Another program's AppImage, such as the terminal that started Parley.
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
  /** https://www.electron.build/auto-update: events, and `quitAndInstall` where it works. */
  class FakeUpdater extends EventEmitter implements Updater {
    autoDownload = false
    autoInstallOnAppQuit = false
    looks = 0
    installs = 0
    /** The versions that it installed when the app quit. */
    readonly installedOnQuit: string[] = []
    /** Replaces the end of the app. */
    fault: (() => void) | null = null
    /** The download that the second check starts. */
    download: () => Promise<unknown> = () => Promise.resolve([])
    checkForUpdates() {
      this.looks += 1
      if (this.looks === 1) return Promise.reject(new Error('no network'))
      return Promise.resolve(this.looks === 2 ? { downloadPromise: this.download() } : null)
    }

    quitAndInstall() {
      this.installs += 1
      this.fault?.()
    }

    /** A version was downloaded: from now on, the end of `app` installs it, unless that was requested before. */
    ready(version: string, app: FakeElectron['app']) {
      this.emit('update-downloaded', { version })
      if (!this.autoInstallOnAppQuit) return
      app.on('quit', () => {
        if (this.autoInstallOnAppQuit && this.installs === 0) this.installedOnQuit.push(version)
      })
    }
  }

  async function startWith(updater: FakeUpdater, given: Given = {}) {
    const begun = await start({ ...given, loadUpdater: () => Promise.resolve(updater) })
    const notices = () => begun.platform?.notices?.list()
    return { ...begun, notices, ready: (version: string) => updater.ready(version, begun.electron.app) }
  }

  it('are checked for repeatedly, and a failed check only goes to the log', async () => {
    const updater = new FakeUpdater()
    const { app, clock } = await startWith(updater)
    await expect.poll(() => app.warnings).toEqual(['updates: Error: no network'])
    clock.advance(6 * 60 * 60 * 1_000)
    expect(updater).toMatchObject({ looks: 2, autoDownload: true, autoInstallOnAppQuit: true })
  })

  it('that fail to download only go to the log', async () => {
    const updater = new FakeUpdater()
    updater.download = () => Promise.reject(new Error('connection lost'))
    const { app, clock } = await startWith(updater)
    clock.advance(6 * 60 * 60 * 1_000)
    await expect.poll(() => app.warnings).toContain('updates: Error: connection lost')
    expect(app.fatals).toEqual([])
  })

  it('are announced in the window, once for each version', async () => {
    const { electron, notices, platform, ready } = await startWith(new FakeUpdater())
    ready('2.0.0')
    expect(notices()).toEqual([{ kind: 'update-ready', version: '2.0.0' }])
    platform?.notices?.dismiss('update-ready')
    // Each check finds it again.
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

  it.each([0, 1])('are installed while panes are answering only if the user agrees: %i', async (answer) => {
    const updater = new FakeUpdater()
    const { app, electron, platform, ready } = await startWith(updater)
    ready('2.0.0')
    app.paneRuns = 1
    electron.answer = answer
    app.saved.resolve()
    platform?.installUpdate?.()
    await expect.poll(() => app.closes).toBe(1 - answer)
    expect(electron.questions).toHaveLength(1)
  })

  it('are installed by a restart, whose program they would otherwise replace during its start', async () => {
    const updater = new FakeUpdater()
    const environment = { APPIMAGE: '/opt/Parley.AppImage' }
    const { app, electron, platform, ready, started } = await startWith(updater, { environment })
    ready('2.0.0')
    updater.fault = () => electron.app.quit()
    expect([platform?.restart(), platform?.restart()]).toEqual([true, true])
    app.saved.resolve()
    await expect.poll(() => electron.app.calls.at(-1)).toBe('quit')
    expect([updater.installs, updater.installedOnQuit, started]).toEqual([1, [], []])
  })

  it('that arrive during a restart are left for the next check', async () => {
    const updater = new FakeUpdater()
    const environment = { APPIMAGE: '/opt/Parley-1.2.3.AppImage' }
    const { app, electron, platform, ready, started } = await startWith(updater, { environment })
    platform?.restart()
    ready('2.0.0')
    const quit = electron.nextQuit()
    app.saved.resolve()
    await quit
    expect([updater.installs, updater.installedOnQuit]).toEqual([0, []])
    expect(started).toEqual(['/opt/Parley-1.2.3.AppImage'])
  })

  it('restart the moved file if they moved an AppImage and then failed', async () => {
    const updater = new FakeUpdater()
    const environment = { APPIMAGE: '/opt/Parley-1.2.3.AppImage' }
    const { app, electron, platform, ready, started } = await startWith(updater, { environment })
    ready('2.0.0')
    updater.fault = () => {
      updater.emit('appimage-filename-updated', '/opt/Parley-2.0.0.AppImage')
      throwNoRights()
    }
    platform?.installUpdate?.()
    app.saved.resolve()
    await expect.poll(() => electron.app.calls).toContain('quit')
    expect(started).toEqual(['/opt/Parley-2.0.0.AppImage'])
  })

  it("pass on the environment's keys, the data folder and the single-instance lock", async () => {
    const environment = { OPENAI_API_KEY: 'sk-of-the-environment' }
    const updater = new FakeUpdater()
    const { app, electron, folder, platform, ready } = await startWith(updater, { environment })
    let seen: unknown
    updater.fault = () => {
      const { OPENAI_API_KEY, PARLEY_USER_DATA } = process.env
      seen = [OPENAI_API_KEY, PARLEY_USER_DATA, electron.app.calls]
      throwNoRights()
    }
    ready('2.0.0')
    platform?.installUpdate?.()
    app.saved.resolve()
    await expect
      .poll(() => seen)
      .toEqual(['sk-of-the-environment', join(folder, 'data'), expect.arrayContaining(['lock released'])])
    expect(process.env).not.toHaveProperty('OPENAI_API_KEY')
  })

  it('are not abandoned while their installer blocks, or once it ends the app', async () => {
    const updater = new FakeUpdater()
    const { app, clock, electron, platform, ready } = await startWith(updater)
    // It asks for a password, which takes more than a minute.
    updater.fault = () => clock.advance(90_000)
    ready('2.0.0')
    platform?.installUpdate?.()
    app.saved.resolve()
    await expect.poll(() => updater.installs).toBe(1)
    electron.app.quit()
    clock.advance(90_000)
    expect(electron.app.calls).toEqual(['lock released', 'quit'])
  })

  it.each([
    ['throws', throwNoRights, 0],
    ['reports an error', (updater: FakeUpdater) => void updater.emit('error', new Error('no rights')), 0],
    ['does nothing', () => {}, 60_000],
  ])(
    'that are not installed because the installer %s leave the old version running',
    async (_name, fault, ms) => {
      const updater = new FakeUpdater()
      const { app, clock, electron, platform, ready } = await startWith(updater)
      updater.fault = () => fault(updater)
      ready('2.0.0')
      platform?.installUpdate?.()
      app.saved.resolve()
      await expect.poll(() => updater.installs).toBe(1)
      clock.advance(ms)
      await expect.poll(() => electron.app.calls).toEqual(['lock released', 'relaunch', 'quit'])
      expect(updater.autoInstallOnAppQuit).toBe(false)
    },
  )

  it.each([
    ['', undefined],
    ["provider: generic\nurl: ''\n", undefined],
    ['provider: generic\nurl: not an address\n', undefined],
    ['provider: generic\nurl: https://updates.example/parley\n', 'https://updates.example/parley'],
    ["provider: generic\nurl: 'https://updates.example/parley'\n", 'https://updates.example/parley'],
  ])('are checked for only by a package that knows its source: %j', (content, source) => {
    const folder = temporaryFolder()
    expect(updateSource(folder)).toBeNull()
    writeFileSync(join(folder, 'app-update.yml'), content)
    expect(updateSource(folder)?.href).toBe(source)
  })
})
