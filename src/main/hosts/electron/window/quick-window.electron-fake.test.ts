import { describe, expect, it } from 'vitest'

import { FakeElectron } from '../testing/fake-electron'
import type { FakeWindow } from '../testing/fake-window'
import { start } from '../testing/electron-host-run'

const keys = 'CmdOrCtrl+Shift+J'

async function startQuick(electron = new FakeElectron()) {
  const started = await start({}, electron)
  started.app.change({ quickWindowKeys: 'Mod+Shift+J' })
  /** The user presses the keys in any program. */
  const press = async () => {
    electron.globalKeys.get(keys)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const quick = () => electron.windows.at(-1) as FakeWindow
  return { ...started, press, quick }
}

describe('the quick window', () => {
  it('is opened and hidden by its keys, stays loaded and on top, and is locked to the page of Parley', async () => {
    const { electron, press, quick } = await startQuick()
    await press()
    expect(quick().options).toMatchObject({ alwaysOnTop: true, skipTaskbar: true, width: 620, height: 480 })
    expect(quick().options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true })
    await press()
    await press()
    expect(quick().calls).toEqual(['load parley://app/#/quick', 'show', 'hide', 'show', 'focus'])
    expect(quick().webContents.navigate('https://example.org/')).toBe(false)
    expect(electron.windows).toHaveLength(2)
  })

  it('is hidden when its page closes it, and closed with the last main window', async () => {
    const { press, quick, window } = await startQuick()
    await press()
    let isClosed = false
    quick().on('closed', () => {
      isClosed = true
    })
    quick().close()
    expect([isClosed, quick().calls.at(-1)]).toEqual([false, 'hide'])
    window.close()
    expect(isClosed).toBe(true)
  })

  it('has no keys until the user chooses some, and gives back those that are no longer wanted', async () => {
    const { app, electron } = await start()
    expect(electron.globalKeys.size).toBe(0)
    app.change({ quickWindowKeys: 'Mod+Shift+J' })
    app.change({ quickWindowKeys: 'Alt+F9' })
    expect([...electron.globalKeys.keys()]).toEqual(['Alt+F9'])
    app.change({ quickWindowKeys: '' })
    expect(electron.globalKeys.size).toBe(0)
    app.change({ quickWindowKeys: 'Mod+Shift+J' })
    electron.app.quit()
    expect(electron.globalKeys.size).toBe(0)
  })

  it.each([
    ['another program has the keys', 'Mod+Shift+J'],
    ['the system has no such key', 'Mod+ö'],
    ['a settings file names keys that would stop copying', 'Mod+C'],
  ])('reports it when %s, until other keys work', async (_name, wanted) => {
    const electron = new FakeElectron()
    electron.takenKeys = [keys]
    const { app, platform } = await start({}, electron)
    app.change({ quickWindowKeys: wanted })
    expect(platform?.notices?.list()).toEqual([
      { kind: 'quick-keys', keys: wanted, problem: 'taken' },
      { kind: 'quick-keys-taken', keys: wanted },
    ])
    expect(electron.globalKeys.size).toBe(0)
    app.change({ quickWindowKeys: 'Alt+F9' })
    expect(platform?.notices?.list()).toEqual([])
  })

  it.each([{ XDG_SESSION_TYPE: 'wayland' }, { WAYLAND_DISPLAY: 'wayland-0' }])(
    'reacts on Wayland (%o) only to its present keys, and asks the user to check them until they have worked',
    async (environment) => {
      const electron = new FakeElectron()
      electron.isWayland = true
      const { app, platform } = await start({ environment }, electron)
      const press = (pressed: string) => electron.globalKeys.get(pressed)?.()
      const notices = () => platform?.notices?.list()
      expect(notices()).toEqual([])
      app.change({ quickWindowKeys: 'Alt+F9' })
      expect(notices()).toEqual([{ kind: 'quick-keys', keys: 'Alt+F9', problem: 'unconfirmed' }])
      app.change({ quickWindowKeys: 'Mod+Shift+J' })
      press('Alt+F9')
      expect(electron.windows).toHaveLength(1)
      expect(notices()).toEqual([{ kind: 'quick-keys', keys: 'Mod+Shift+J', problem: 'unconfirmed' }])
      press(keys)
      expect(electron.windows).toHaveLength(2)
      expect(notices()).toEqual([])
      app.change({ quickWindowKeys: '' })
      press(keys)
      expect([electron.windows.at(-1)?.calls.includes('hide'), notices()]).toEqual([false, []])
    },
  )

  it('reads the clipboard only on request, and only while it is visible', async () => {
    const { electron, platform, press } = await startQuick()
    electron.clipboardText = 'copied'
    expect(await platform?.readClipboard?.()).toBeNull()
    await press()
    expect(electron.clipboardReads).toBe(0)
    expect(await platform?.readClipboard?.()).toBe('copied')
    await press()
    expect([await platform?.readClipboard?.(), electron.clipboardReads]).toEqual([null, 1])
  })

  it('opens its chat in the main window, and is hidden then', async () => {
    const { app, electron, press, quick, window } = await startQuick()
    await press()
    window.minimize()
    expect(quick().webContents.openHandler({ url: 'parley://app/#/chat/c%201' })).toEqual({ action: 'deny' })
    expect(app.links).toEqual([{ to: 'chat', sessionId: 'c 1' }])
    expect(window.calls.slice(-3)).toEqual(['restore', 'show', 'focus'])
    expect(quick().calls.at(-1)).toBe('hide')
    expect(electron.windows).toHaveLength(2)
  })

  it('is not restored at the next start', async () => {
    const { folder, press, window } = await startQuick()
    await press()
    window.close()
    const { electron } = await start({ folder })
    expect(electron.windows.map(({ calls }) => calls[0])).toEqual(['load parley://app/'])
  })
})
