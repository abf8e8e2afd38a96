import { describe, expect, it } from 'vitest'

import { FakeElectron } from './testing/fake-electron'
import { FakeEvent } from './testing/fake-window'
import { failToLoad, start, type Given } from './testing/electron-host-run'

type Started = Awaited<ReturnType<typeof start>>

describe('quitting', () => {
  it('waits until everything is saved, however often it is requested', async () => {
    const { app, electron } = await start()
    electron.app.quit()
    electron.app.quit()
    expect(app.closes).toBe(1)
    expect(electron.app.calls).toEqual(['quit held back', 'quit held back'])
    const quit = electron.nextQuit()
    app.saved.resolve()
    await quit
    expect(electron.app.calls.at(-1)).toBe('quit')
  })

  it('happens once for two requests to restart: saves first, then starts one new app', async () => {
    const { app, electron, platform } = await start()
    expect([platform?.restart(), platform?.restart()]).toEqual([true, true])
    expect(electron.app.calls).toEqual(['relaunch', 'quit held back'])
    expect(electron.relaunches).toHaveLength(1)
    const quit = electron.nextQuit()
    app.saved.resolve()
    await quit
    expect(app.closes).toBe(1)
    expect(electron.app.calls.slice(2)).toEqual(['quit'])
  })

  it('is not turned into a restart by a window that is still open', async () => {
    const { electron, platform } = await start()
    electron.app.quit()
    expect(platform?.restart()).toBe(false)
    expect(electron.relaunches).toEqual([])
  })

  it('happens after 6 s even if saving never ends', async () => {
    const { clock, electron } = await start()
    electron.app.quit()
    const quit = electron.nextQuit()
    clock.advance(6_000)
    await quit
    expect(electron.app.calls.at(-1)).toBe('quit')
  })

  it('happens even if saving fails, and reports the failure', async () => {
    const { app, electron } = await start()
    electron.app.quit()
    const quit = electron.nextQuit()
    app.saved.reject(new Error('disk gone'))
    await quit
    expect(app.fatals).toEqual(['close: Error: disk gone'])
  })

  it('waits, after the last window, for detached runs', async () => {
    const { app, clock, electron, window } = await start()
    app.setActivity(1, 1)
    window.close()
    electron.app.emit('window-all-closed')
    app.setActivity(0, 1)
    clock.advance(60_000)
    expect(app.closes).toBe(0)
    app.setActivity(0, 0)
    clock.advance(0)
    expect(app.closes).toBe(1)
  })

  it('happens with a window whose page never connected', async () => {
    const { app, clock, electron, window } = await start()
    window.webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'parley://app/', true)
    window.close()
    electron.app.emit('window-all-closed')
    clock.advance(0)
    expect(app.closes).toBe(1)
  })

  it('is cancelled by a window that opens while a run continues', async () => {
    const { app, clock, electron, window } = await start()
    app.setActivity(1, 1)
    window.close()
    electron.app.emit('window-all-closed')
    app.setActivity(0, 1)
    electron.app.emit('second-instance', {}, ['parley'])
    app.setActivity(0, 0)
    clock.advance(60_000)
    expect(electron.windows).toHaveLength(2)
    expect(app.closes).toBe(0)
  })

  it('does not happen with the last window on macOS', async () => {
    const { app, clock, electron, window } = await start({ system: 'darwin' })
    app.setActivity(1, 0)
    window.close()
    electron.app.emit('window-all-closed')
    app.setActivity(0, 0)
    clock.advance(60_000)
    expect(app.closes).toBe(0)
    electron.app.emit('activate')
    expect(electron.windows).toHaveLength(2)
  })
})

describe('the tray', () => {
  const kde: Given = { environment: { XDG_CURRENT_DESKTOP: 'KDE' } }

  it('keeps the app running if the user wants that, and disappears when a window opens', async () => {
    const { app, clock, electron, window } = await start(kde)
    app.change({ keepRunning: true })
    window.close()
    electron.app.emit('window-all-closed')
    const [tray] = electron.trays
    expect(electron.app.calls).not.toContain('quit held back')
    tray?.items.find(({ label }) => label === 'New chat')?.click?.()
    expect(electron.windows).toHaveLength(2)
    expect(app.links).toEqual([{ to: 'new-chat', text: null, model: null }])
    clock.advance(0)
    expect(tray?.isDestroyed).toBe(true)
  })

  it('opens the window when it is clicked, and outlives its own click', async () => {
    const { app, clock, electron, window } = await start(kde)
    app.change({ keepRunning: true })
    window.close()
    electron.app.emit('window-all-closed')
    electron.trays[0]?.click()
    expect(electron.windows).toHaveLength(2)
    clock.advance(0)
    expect(electron.trays[0]?.isDestroyed).toBe(true)
  })

  it('may be missing: the app then ends with its last answer', async () => {
    const { app, clock, electron, window } = await start(kde)
    app.change({ keepRunning: true })
    electron.hasTrays = false
    window.close()
    electron.app.emit('window-all-closed')
    clock.advance(0)
    expect(app.closes).toBe(1)
    expect(app.warnings).toEqual(['tray: Error: no tray'])
  })

  it('quits the app from its menu', async () => {
    const { app, electron, window } = await start(kde)
    app.change({ keepRunning: true })
    window.close()
    electron.app.emit('window-all-closed')
    electron.trays[0]?.items.find(({ label }) => label === 'Quit')?.click?.()
    expect(app.closes).toBe(1)
  })

  it.each([
    ['linux', 'GNOME', true],
    ['linux', undefined, true],
    ['linux', 'ubuntu:GNOME', false],
    ['linux', 'KDE', false],
    ['win32', undefined, false],
  ] as const)('is not relied on where it may be invisible: on %s, %s', async (system, desktop, isKept) => {
    const environment = desktop === undefined ? {} : { XDG_CURRENT_DESKTOP: desktop }
    const { app, electron, window } = await start({ system, environment })
    let closed = 0
    window.on('closed', () => (closed += 1))
    app.change({ keepRunning: true })
    window.close()
    expect({ closed, isMinimized: window.isMinimized() }).toEqual({
      closed: isKept ? 0 : 1,
      isMinimized: isKept,
    })
    if (!isKept) return
    // It is restored on request, and closes when the setting is off.
    electron.app.emit('second-instance', {}, ['parley'])
    expect(window.isMinimized()).toBe(false)
    app.change({ keepRunning: false })
    window.close()
    expect(closed).toBe(1)
  })

  it('keeps no window that shows only an error', async () => {
    const electron = new FakeElectron()
    electron.answer = 2
    const { app, window } = await start({}, electron)
    let closed = 0
    window.on('closed', () => (closed += 1))
    app.change({ keepRunning: true })
    failToLoad(window)
    await expect.poll(() => closed).toBe(1)
  })

  it('does not affect a reload that is confirmed after the window was minimised', async () => {
    const { app, electron, window } = await start()
    app.change({ keepRunning: true })
    window.wantsToStay = true
    window.close()
    electron.answer = 0
    expect(window.webContents.isLetGo()).toBe(false)
    await expect.poll(() => window.webContents.reloads).toBe(1)
  })
})

describe('a window whose panes are answering', () => {
  it('asks before it closes, and stays if the user wants that', async () => {
    const { electron, window } = await start()
    let closed = 0
    window.on('closed', () => (closed += 1))
    window.wantsToStay = true
    electron.answer = 1
    window.close()
    await expect
      .poll(() => electron.questions.map(({ message }) => message))
      .toEqual(['One answer is being written and will stop.'])
    expect(electron.questions[0]?.defaultId).toBe(1)
    expect(closed).toBe(0)

    electron.answer = 0
    window.close()
    await expect.poll(() => closed).toBe(1)
    expect(electron.questions).toHaveLength(2)
  })

  it('asks once before a reload, which then happens, and asks again for the next page', async () => {
    const { electron, window } = await start()
    electron.answer = 0
    expect(window.webContents.isLetGo()).toBe(false)
    expect(window.webContents.isLetGo()).toBe(false)
    await expect.poll(() => window.webContents.reloads).toBe(1)
    expect(electron.questions).toHaveLength(1)
    expect(window.webContents.isLetGo()).toBe(true)
    window.webContents.load('parley://app/')
    expect(window.webContents.isLetGo()).toBe(false)
  })

  it.each([
    ['quitting', ({ electron }: Started) => electron.app.quit(), ['quit held back', 'quit']],
    ['a restart', ({ platform }: Started) => platform?.restart(), ['relaunch', 'quit held back', 'quit']],
  ])('asks once before %s, and stays if the user wants that', async (_name, end, calls) => {
    const [stays, ends] = [await start(), await start()]
    stays.electron.answer = 1
    for (const begun of [stays, ends]) {
      begun.app.paneRuns = 2
      end(begun)
      end(begun)
    }
    await expect.poll(() => ends.app.closes).toBe(1)
    ends.app.saved.resolve()
    await expect.poll(() => ends.electron.app.calls.at(-1)).toBe('quit')
    expect(new Set(ends.electron.app.calls)).toEqual(new Set(calls))
    expect([stays.app.closes, stays.electron.relaunches]).toEqual([0, []])
    for (const { electron } of [stays, ends]) {
      expect(electron.questions.map(({ message }) => message)).toEqual([
        '2 answers are being written and will stop.',
      ])
    }
  })

  it.each([
    ['session-end of Windows', ({ window }: Started) => window.emit('session-end', new FakeEvent())],
    ['a shutdown', ({ electron }: Started) => electron.powerMonitor.shutDown()],
    ['a signal', ({ terminate }: Started) => terminate()],
  ])('is not asked about %s, which waits for nobody', async (_name, end) => {
    const begun = await start()
    begun.app.paneRuns = 1
    end(begun)
    begun.electron.app.quit()
    expect(begun.app.closes).toBe(1)
    expect(begun.electron.questions).toEqual([])
  })

  it('asks nothing once the app is quitting: its answers are saved', async () => {
    const { app, electron, window } = await start()
    window.wantsToStay = true
    electron.app.quit()
    app.saved.resolve()
    await electron.nextQuit()
    expect(window.webContents.isLetGo()).toBe(true)
    expect(electron.questions).toEqual([])
  })
})

describe('a shutdown', () => {
  it('waits until everything is saved, even without answers in progress, and then for nothing else', async () => {
    const { app, electron } = await start()
    expect([electron.powerMonitor.shutDown(), app.closes]).toEqual([true, 1])
    expect(electron.app.calls).toEqual([])
    const quit = electron.nextQuit()
    app.saved.resolve()
    await quit
    expect(electron.app.calls).toEqual(['quit'])
  })
})

describe('the end of a Windows session', () => {
  it('waits for answers in progress, and only for those', async () => {
    const { app, electron, window } = await start({ system: 'win32' })
    expect(window.querySessionEnd()).toBe(false)
    expect(app.closes).toBe(0)
    app.setActivity(1, 1)
    expect(window.querySessionEnd()).toBe(true)
    expect(app.closes).toBe(1)
    const quit = electron.nextQuit()
    app.saved.resolve()
    await quit
    expect(window.querySessionEnd()).toBe(false)
  })

  it('saves immediately when it can no longer be delayed', async () => {
    const { app, window } = await start({ system: 'win32' })
    window.emit('session-end', new FakeEvent())
    expect(app.closes).toBe(1)
  })
})
