import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { Confirmation } from '../../../platform/platform'
import { FakeElectron } from '../testing/fake-electron'
import { begin, crash, failToLoad, start } from '../testing/electron-host-run'

describe('a window in trouble', () => {
  it('is reported in health, and reloads once, not repeatedly', async () => {
    const electron = new FakeElectron()
    electron.isSilent = true
    const { app, clock, window } = await start({}, electron)
    crash(window)
    // Not within the event, because that has crashed Electron.
    expect(window.webContents.reloads).toBe(0)
    clock.advance(9_000)
    expect(window.webContents.reloads).toBe(1)
    crash(window)
    clock.advance(10_000)
    expect(window.webContents.reloads).toBe(1)
    crash(window)
    clock.advance(0)
    expect(window.webContents.reloads).toBe(2)
    clock.advance(10_000)
    crash(window)
    window.close()
    clock.advance(0)
    expect(window.webContents.reloads).toBe(2)
    expect(app.problems[0]).toEqual({ kind: 'render-process-gone', reason: 'crashed, exit code 11' })
  })

  it.each([
    ['crashes twice in a row', [crash, crash], 'The window crashed twice in a row'],
    ['cannot be loaded', [failToLoad], 'The window could not be loaded'],
  ] as const)('asks once what to do when it %s', async (_name, faults, message) => {
    for (const [answer, outcome] of [
      [0, 'reloaded'],
      [1, 'quit'],
      [2, 'closed'],
    ] as const) {
      const electron = new FakeElectron()
      electron.answer = answer
      const { window } = await start({}, electron)
      let isClosed = false
      window.on('closed', () => {
        isClosed = true
      })
      for (const strike of faults) strike(window)
      const reloads = window.webContents.reloads
      faults.at(-1)?.(window)
      await expect
        .poll(() => isClosed || electron.app.calls.length + window.webContents.reloads > reloads)
        .toBe(true)
      expect(electron.questions).toMatchObject([{ message, window }])
      expect({
        reloaded: window.webContents.reloads > reloads,
        quit: electron.app.calls.includes('quit held back'),
        closed: isClosed,
      }).toMatchObject({ [outcome]: true })
    }
  })

  it('is reported in health while it is unresponsive, and when it could not be loaded', async () => {
    const electron = new FakeElectron()
    electron.isSilent = true
    const { app, window } = await start({}, electron)
    window.webContents.emit('unresponsive')
    window.webContents.emit('responsive')
    window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'parley://app/', true)
    failToLoad(window)
    expect(app.problems).toEqual([
      { kind: 'unresponsive' },
      null,
      { kind: 'load-failed', reason: 'ERR_FILE_NOT_FOUND (-6) at parley://app/' },
    ])
  })

  it('is shown even if it never paints, and the app starts behind it', async () => {
    const electron = new FakeElectron()
    electron.draws = false
    const { clock, running, platform } = begin({}, electron)
    await expect.poll(() => electron.windows.length).toBe(1)
    expect(electron.windows[0]?.calls).toEqual(['load parley://app/'])
    clock.advance(1_500)
    await running
    expect(electron.windows[0]?.calls).toEqual(['load parley://app/', 'show'])
    expect(platform()).toBeDefined()
  })

  it('comes to the front for its first paint only, not for those of later loads', async () => {
    const { window } = await start()
    window.hide()
    window.draw()
    expect(window.calls.filter((call) => call === 'show')).toHaveLength(1)
  })

  it('comes to the front, even if it is minimised, when its page asks for that, as after a click on a notification', async () => {
    const { electron, window } = await start()
    window.minimize()
    window.calls.length = 0
    window.webContents.openHandler({ url: 'parley://app/#/chat/a', frameName: 'parley-front' })
    expect(window.calls).toEqual(['restore', 'show', 'focus'])
    expect(electron.windows).toHaveLength(1)
    expect(electron.questions).toEqual([])
  })

  it('is maximised again at its first paint, without delaying the app', async () => {
    const first = await start()
    first.window.maximize()
    first.window.close()
    const { window } = await start({ folder: first.folder })
    expect(window.calls).toEqual(['load parley://app/', 'maximize', 'show'])
    // A window that closes before it was shown keeps the state.
    const electron = new FakeElectron()
    electron.draws = false
    const { running } = begin({ folder: first.folder }, electron)
    await expect.poll(() => electron.windows.length).toBe(1)
    electron.windows[0]?.close()
    await running
    expect((await start({ folder: first.folder })).window.calls).toContain('maximize')
  })

  it.each(['second-instance', 'activate'])(
    'is not waited for or raised again once %s has shown it',
    async (event) => {
      const first = await start()
      first.window.maximize()
      first.window.close()
      const electron = new FakeElectron()
      electron.draws = false
      const { clock, platform, running } = begin({ folder: first.folder }, electron)
      await expect.poll(() => electron.windows.length).toBe(1)
      electron.app.emit(event, {}, ['parley'])
      await running
      expect(platform()).toBeDefined()
      clock.advance(1_500)
      expect(electron.windows[0]?.calls).toEqual(['load parley://app/', 'show', 'maximize', 'focus'])
    },
  )

  it('closes even if a full disk prevents saving its position', async () => {
    const { app, folder, window } = await start()
    rmSync(join(folder, 'data'), { recursive: true })
    writeFileSync(join(folder, 'data'), 'no folder')
    window.close()
    expect(app.warnings).toEqual([expect.stringMatching(/^window-state: Error: /)])
    expect(app.fatals).toEqual([])
  })
})

describe('a question', () => {
  const question: Confirmation = { kind: 'unlimited-agent', agentName: 'Codex', lines: [] }

  it('opens a window if there is none, and makes it visible', async () => {
    const { electron, platform, window } = await start({ system: 'darwin' })
    window.close()
    expect(await platform?.confirm(question)).toBe(true)
    expect(electron.questions[0]?.window).toBe(electron.windows[1])
    const second = electron.windows[1]
    if (second !== undefined) second.isMinimizedNow = true
    await platform?.openLink('https://example.org/')
    expect(second?.calls).toContain('restore')
  })

  it('is declined when its window closes, and the next one is asked', async () => {
    const electron = new FakeElectron()
    electron.isSilent = true
    const { platform, window } = await start({ system: 'darwin' }, electron)
    const confirmed = platform?.confirm(question)
    const opened = platform?.openLink('https://example.org/')
    const chosen = platform?.chooseFolder?.('agent')
    await expect.poll(() => electron.questions.length).toBe(2)
    window.close()
    expect([await confirmed, await opened, await chosen]).toEqual([false, false, null])
    electron.isSilent = false
    expect(await platform?.confirm(question)).toBe(true)
  })

  it('leaves no listener behind', async () => {
    const { platform, window } = await start()
    const listeners = window.listenerCount('closed')
    for (let count = 0; count < 20; count += 1) await platform?.openLink('https://example.org/')
    expect(await platform?.chooseFolder?.('agent')).toBeNull()
    expect(window.listenerCount('closed')).toBe(listeners)
  })

  it('is no longer asked while the app quits', async () => {
    const { electron, platform } = await start()
    electron.app.quit()
    expect(await platform?.confirm(question)).toBe(false)
    expect(await platform?.chooseFolder?.('agent')).toBeNull()
    expect(electron.questions).toEqual([])
  })
})
