import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { FakeElectron } from '../testing/fake-electron'
import type { FakeWindow } from '../testing/fake-window'
import { clickMenu, crash, start } from '../testing/electron-host-run'

/** Returns the call with the first address that a window loads. */
function addressOf({ calls }: FakeWindow): string | undefined {
  return calls.find((call) => call.startsWith('load '))
}

/** The page of the window goes there. */
function goTo(window: FakeWindow, hash: string): void {
  window.webContents.load(`parley://app/${hash}`)
}

function openFrom(window: FakeWindow, hash: string): void {
  expect(window.webContents.openHandler({ url: `parley://app/${hash}` })).toEqual({ action: 'deny' })
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

/** Quits in order. */
async function quit({ app, electron }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const done = electron.nextQuit()
  electron.app.quit()
  await settled()
  const end = electron.nextQuit()
  app.saved.resolve()
  await done
  await end
  for (const window of electron.windows) window.close()
}

describe('several windows', () => {
  it('open from the menu and from a page, beside the one used last, each locked to the page of Parley', async () => {
    const { electron, window } = await start()
    clickMenu(electron.menu, 'New window')
    openFrom(window, '#/chat/c-1')
    await settled()
    expect(electron.windows.map(addressOf)).toEqual([
      'load parley://app/',
      'load parley://app/',
      'load parley://app/#/chat/c-1',
    ])
    expect(electron.windows[1]?.options).toMatchObject({ x: 38, y: 48, width: 1_000, height: 700 })
    for (const opened of electron.windows) {
      expect(opened.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true })
      expect(opened.webContents.navigate('https://example.org/')).toBe(false)
    }
    expect(electron.questions).toHaveLength(3)
  })

  it('are limited, whatever a page asks for', async () => {
    const { electron, window } = await start()
    for (let count = 0; count < 100; count += 1) openFrom(window, '#/chat/c-1')
    expect(electron.windows).toHaveLength(20)
  })

  it('are restored at the next start with their places and sizes, on the screens that exist', async () => {
    const first = await start()
    openFrom(first.window, '#/compare/c-2')
    await settled()
    const [one, two] = first.electron.windows
    if (one === undefined || two === undefined) throw new Error('two windows are open')
    goTo(one, '#/chat/c-1')
    goTo(two, '#/compare/c-2')
    one.bounds = { x: 5_000, y: 50, width: 900, height: 600 }
    two.bounds = { x: 100, y: 60, width: 3_000, height: 2_000 }
    // The one used last comes to the front last.
    one.emit('focus')
    await quit(first)
    const { electron } = await start({ folder: first.folder })
    expect(electron.windows.map(addressOf)).toEqual([
      'load parley://app/#/compare/c-2',
      'load parley://app/#/chat/c-1',
    ])
    expect(electron.windows[0]?.options).toMatchObject({ x: 100, y: 60, width: 1_920, height: 1_080 })
    expect(electron.windows[1]?.options).toMatchObject({ width: 900, height: 600 })
    expect(electron.windows[1]?.options).not.toHaveProperty('x')
  })

  it('that are closed are not restored, except the last one', async () => {
    const first = await start()
    goTo(first.window, '#/chat/c-1')
    openFrom(first.window, '#/chat/c-2')
    await settled()
    goTo(first.electron.windows[1] as FakeWindow, '#/chat/c-2')
    first.window.close()
    first.electron.windows[1]?.close()
    const { electron } = await start({ folder: first.folder })
    expect(electron.windows.map(addressOf)).toEqual(['load parley://app/#/chat/c-2'])
  })

  it('do not come back at a temporary chat', async () => {
    const first = await start()
    goTo(first.window, '#/temporary/t-1')
    await quit(first)
    const { electron } = await start({ folder: first.folder })
    expect(electron.windows.map(addressOf)).toEqual(['load parley://app/'])
  })

  it('on macOS, a window that is opened after the last was closed shows a new chat', async () => {
    const { electron, window } = await start({ system: 'darwin' })
    goTo(window, '#/chat/c-1')
    window.close()
    electron.app.emit('activate')
    expect(electron.windows.map(addressOf)).toEqual(['load parley://app/', 'load parley://app/'])
  })

  it('raise the one used last for a command, a question and a second start', async () => {
    const electron = new FakeElectron()
    const { app, platform, window } = await start({}, electron)
    openFrom(window, '#/chat/c-1')
    await settled()
    const other = electron.windows[1] as FakeWindow
    window.emit('focus')
    other.calls.length = 0
    electron.app.emit('second-instance', {}, ['parley'])
    clickMenu(electron.menu, 'Settings…')
    await platform?.openLink('https://example.org/')
    expect(app.commands).toEqual(['settings'])
    expect(window.calls.slice(-2)).toEqual(['show', 'focus'])
    expect(electron.questions.at(-1)?.window).toBe(window)
    window.close()
    electron.app.emit('activate')
    expect(other.calls).toEqual(['show', 'focus'])
  })

  it('report a problem until none of them has one', async () => {
    const { app, electron, window } = await start()
    openFrom(window, '#/chat/c-1')
    await settled()
    const other = electron.windows[1] as FakeWindow
    window.webContents.emit('unresponsive')
    other.webContents.emit('unresponsive')
    window.webContents.emit('responsive')
    expect(app.problems.at(-1)).toEqual({ kind: 'unresponsive' })
    other.close()
    expect(app.problems.at(-1)).toBeNull()
  })

  it('that crash at the same time are each asked about', async () => {
    const electron = new FakeElectron()
    electron.isSilent = true
    const { window } = await start({}, electron)
    openFrom(window, '#/chat/c-1')
    await settled()
    for (const broken of electron.windows) {
      crash(broken)
      crash(broken)
    }
    expect(electron.questions.map((question) => question.window)).toEqual(electron.windows)
  })

  it('closing one of them asks about its own answers, without a number that nobody knows', async () => {
    const electron = new FakeElectron()
    electron.answer = 1
    const { app, window } = await start({}, electron)
    app.paneRuns = 3
    openFrom(window, '#/chat/c-1')
    await settled()
    window.wantsToStay = true
    window.close()
    expect(electron.questions).toMatchObject([
      { message: 'Answers in this window are being written and will stop.', window },
    ])
  })

  it('close and open even if nothing can be saved', async () => {
    const { app, electron, folder, window } = await start()
    writeFileSync(join(folder, 'data/window-state.json.tmp'), '', { mode: 0o000 })
    openFrom(window, '#/chat/c-1')
    await settled()
    electron.windows[1]?.close()
    expect(electron.windows).toHaveLength(2)
    expect(app.fatals).toEqual([])
  })
})
