import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { failure } from '../../../shared/failures/failure'
import { contentSecurityPolicy } from '../content-security'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import type { Confirmation } from '../../platform/platform'
import { FakeElectron } from './testing/fake-electron'
import { FakeEvent } from './testing/fake-window'
import { begin, clickMenu, roles, start } from './testing/electron-host-run'

describe('the start', () => {
  it('opens one locked-down window on its own page, and keeps all files in the data folder', async () => {
    const { electron, folder, window, platform } = await start()
    expect(window.options.webPreferences).toEqual({
      preload: join(folder, 'out/preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
    })
    expect(window.calls).toEqual(['load parley://app/', 'show'])
    expect(electron.app.userData).toBe(join(folder, 'data/electron'))
    expect(electron.schemes).toEqual(['parley', 'parley-page'])
    expect(platform).toMatchObject({ host: 'electron', version: '1.2.3', dataFolder: join(folder, 'data') })
  })

  it('yields to a running instance, which then shows its window', async () => {
    const second = new FakeElectron()
    second.lock = 'held'
    const { running, reports } = begin({}, second)
    await running
    expect(second.windows).toEqual([])
    expect(second.app.calls).toEqual(['quit'])
    expect(reports).toEqual(['running-already'])

    const { electron, window } = await start()
    window.isMinimizedNow = true
    electron.app.emit('second-instance', {}, ['parley'])
    expect(window.calls.slice(2)).toEqual(['restore', 'show', 'focus'])
    expect(electron.windows).toHaveLength(1)
  })

  it('explains a failure in a dialog, and exits with 1', async () => {
    const electron = new FakeElectron()
    const error = failure('DATA_FOLDER_IN_USE', 'in-use-by', { folder: '/data', pid: 7 })
    await start({ createApp: () => Promise.reject(error) }, electron)
    expect(electron.errorBoxes).toEqual([
      'Another instance of Parley (process 7) is using the data folder /data.\n\nClose it first, or start this one with another data folder.',
    ])
    expect(electron.app.calls).toEqual(['exit 1'])
  })
})

describe('the page', () => {
  it('is served with the content security policy, and nothing outside its folder is', async () => {
    const { electron, folder } = await start()
    mkdirSync(join(folder, 'out/renderer'), { recursive: true })
    writeFileSync(join(folder, 'out/renderer/index.html'), 'the page')
    writeFileSync(join(folder, 'out/secret.txt'), 'not for you')
    const page = await electron.serve({ url: 'parley://app/' })
    expect(await page.text()).toBe('the page')
    expect(page.headers.get('content-security-policy')).toBe(
      contentSecurityPolicy.replace("frame-src 'none'", 'frame-src parley-page:'),
    )
    mkdirSync(join(folder, 'out/renderer/sandbox'))
    writeFileSync(join(folder, 'out/renderer/sandbox/library.js'), 'var library')
    const script = await electron.serve({ url: 'parley://app/sandbox/library.js' })
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    writeFileSync(join(folder, 'out/renderer/sandbox/page.html'), 'the frame')
    const frame = await electron.serve({ url: 'parley-page://p1/sandbox/page.html' })
    expect(await frame.text()).toBe('the frame')
    expect(frame.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
    expect((await electron.serve({ url: 'parley-page://p1/sandbox/library.js' })).status).toBe(404)
    expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    for (const url of ['parley://other/', 'parley://app/..%2fsecret.txt', 'parley://app/none.js']) {
      expect((await electron.serve({ url })).status).toBe(404)
    }
  })

  it("gets one port per document, and only if it is Parley's own page", async () => {
    const { app, electron, window } = await start()
    window.webContents.load('parley://app/')
    window.webContents.load('parley://app/#/session/1')
    expect(window.webContents.posted.map(({ channel, ports }) => [channel, ports.length])).toEqual([
      ['parley:port', 1],
      ['parley:port', 1],
    ])
    expect(electron.ports.map(({ isStarted }) => isStarted)).toEqual([true, true])
    expect(app.disconnected).toBe(1)

    window.webContents.load('https://evil.example/')
    expect(window.webContents.posted).toHaveLength(2)
    expect(app.disconnected).toBe(2)
  })

  it('cannot navigate away: a link is shown, and opened externally only if the user agrees', async () => {
    const { electron, window } = await start()
    const asked = () => electron.questions.map(({ detail }) => detail)
    expect(window.webContents.navigate('parley://app/?reloaded')).toBe(true)
    expect(window.webContents.navigate('https://example.org/a')).toBe(false)
    expect(window.webContents.openHandler({ url: 'https://example.org/b' })).toEqual({ action: 'deny' })
    await expect.poll(() => electron.opened).toEqual(['https://example.org/a', 'https://example.org/b'])
    expect(asked()).toEqual(['https://example.org/a', 'https://example.org/b'])
  })

  it('loses its connection with the window, which ends its direct runs', async () => {
    const { app, window } = await start()
    window.webContents.load('parley://app/')
    window.close()
    expect(app.disconnected).toBe(1)
  })

  it('may only write to the clipboard and show notifications', async () => {
    const { electron } = await start()
    const granted = [
      'media',
      'geolocation',
      'openExternal',
      'clipboard-read',
      'clipboard-sanitized-write',
      'notifications',
    ].filter((permission) => {
      let isGranted = false
      electron.requestPermission(null, permission, (answer) => {
        isGranted = answer
      })
      return isGranted || electron.checkPermission(null, permission)
    })
    expect(granted).toEqual(['clipboard-sanitized-write', 'notifications'])
  })
})

it('passes the proxies of the session to the app, and a session that is gone throws nothing at once', async () => {
  const electron = new FakeElectron()
  const { platform } = await start({}, electron)
  electron.resolveProxy = (url) => Promise.resolve(`PROXY for.${new URL(url).host}:1; DIRECT`)
  expect(await platform?.resolveProxy?.('https://a.test/')).toBe('PROXY for.a.test:1; DIRECT')
  electron.resolveProxy = () => {
    throw new TypeError('Object has been destroyed')
  }
  await expect(platform?.resolveProxy?.('https://a.test/')).rejects.toThrow('destroyed')
})

describe('a link', () => {
  it('is not opened when the user declines, or when it is not a web or mail address', async () => {
    const electron = new FakeElectron()
    electron.answer = 1
    const { platform } = await start({}, electron)
    expect(await platform?.openLink('https://example.org/')).toBe(false)
    expect(await platform?.openLink('file:///etc/passwd')).toBe(false)
    expect(await platform?.openLink('javascript:alert(1)')).toBe(false)
    expect(electron.questions).toHaveLength(1)
    expect(electron.opened).toEqual([])
  })

  it('of a server is not opened by the Enter of somebody who is typing, and a link of the user is', async () => {
    const { electron, platform } = await start()
    const { signal } = new AbortController()
    await platform?.openLink('https://example.org/', { signal, tokenHost: 'tokens.example' })
    await platform?.openLink('https://example.org/')
    expect(electron.questions.map(({ defaultId }) => defaultId)).toEqual([1, 0])
    expect(electron.questions[0]?.detail).toContain('Completes your sign-in: tokens.example')
  })

  it('that no program can open is a refusal, not an internal error', async () => {
    const { app, electron, platform, window } = await start()
    electron.hasPrograms = false
    await expect(platform?.openLink('mailto:me@example.org')).rejects.toMatchObject({
      code: 'INTERNAL',
      data: { reason: 'link-not-opened', address: 'mailto:me@example.org' },
    })
    window.webContents.openHandler({ url: 'mailto:me@example.org' })
    await expect
      .poll(() => app.warnings)
      .toEqual([expect.stringMatching(/^open-link: ParleyError: No app on this computer/)])
    expect(app.fatals).toEqual([])
  })

  it('to a page in a file is opened by the system, or rejects with what the system says', async () => {
    const { electron, platform } = await start()
    await platform?.openFile?.('/tmp/page.html')
    expect(electron.opened).toEqual(['/tmp/page.html'])
    electron.hasPrograms = false
    await expect(platform?.openFile?.('/tmp/page.html')).rejects.toThrow('No application is associated')
  })

  it('is shown as it will be opened: a lookalike name in its ASCII form', async () => {
    const { electron, platform } = await start()
    await platform?.openLink('https://exаmple.org/')
    expect(electron.questions[0]?.detail).toBe('https://xn--exmple-4nf.org/')
    expect(electron.opened).toEqual(['https://xn--exmple-4nf.org/'])
  })
})

describe('a confirmation', () => {
  const question: Confirmation = {
    kind: 'agent-settings',
    agentName: 'Codex',
    lines: [{ label: 'program', value: '/opt/codex\n/usr/bin/true' }],
  }

  it('is shown in full, and Enter alone does not accept it', async () => {
    const { electron, platform } = await start()
    expect(await platform?.confirm(question)).toBe(true)
    expect(electron.questions[0]).toMatchObject({
      window: electron.windows[0],
      message: 'Change how Codex starts?',
      detail: expect.stringContaining('Program: /opt/codex⟨U+000A⟩/usr/bin/true'),
      buttons: ['Allow', 'Deny'],
      defaultId: 1,
    })
    electron.answer = 1
    expect(await platform?.confirm(question)).toBe(false)
  })

  it('is closed when it is withdrawn', async () => {
    const electron = new FakeElectron()
    electron.isSilent = true
    const { platform } = await start({}, electron)
    const withdrawing = new AbortController()
    const answer = platform?.confirm(question, withdrawing.signal)
    withdrawing.abort()
    expect(await answer).toBe(false)
  })

  it('returns a folder only if one was chosen', async () => {
    const { electron, platform } = await start()
    expect(await platform?.chooseFolder?.('agent')).toBeNull()
    electron.chosenFolder = '/home/me/project'
    expect(await platform?.chooseFolder?.('agent')).toBe('/home/me/project')
  })
})

describe('a dialog', () => {
  it('starts in the folder that is set, or where it was last used for the same, also after a restart', async () => {
    const project = temporaryFolder()
    const exported = temporaryFolder()
    const { electron, folder, platform } = await start()
    electron.chosenFolder = project
    await platform?.chooseFolder?.('agent', 'not a path')
    electron.chosenFolder = exported
    await platform?.chooseFolder?.('export')
    await platform?.chooseFolder?.('agent', exported)
    electron.chosenFolder = null
    await platform?.chooseFolder?.('export', join(exported, 'gone', 'deeper'))
    expect(electron.dialogFolders).toEqual([undefined, undefined, exported, exported])
    const again = await start({ folder })
    for (const use of ['agent', 'export', 'knowledge'] as const) await again.platform?.chooseFolder?.(use)
    expect(again.electron.dialogFolders).toEqual([exported, exported, undefined])
  })

  it('saves a file where the last one was saved, and has a title', async () => {
    const saved = temporaryFolder()
    const { electron } = await start()
    expect(electron.download('chat.md', null)).toEqual({ title: 'Save file' })
    electron.download('chat.md', join(saved, 'my chat.md'))
    const defaultPath = join(saved, 'list.csv')
    expect(electron.download('list.csv', null)).toEqual({ title: 'Save file', defaultPath })
  })

  it('starts anywhere if the file with the folders is damaged, or cannot be written', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'data/electron/dialog-folders.json')
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '{"agent":{"__proto__":1}}')
    const { app, electron, platform } = await start({ folder })
    mkdirSync(`${file}.new/x`, { recursive: true })
    electron.chosenFolder = folder
    await platform?.chooseFolder?.('agent')
    await platform?.chooseFolder?.('agent')
    expect(electron.dialogFolders).toEqual([undefined, folder])
    expect(app.warnings).toEqual([
      expect.stringContaining('dialog-folders.json is damaged'),
      expect.stringContaining('dialogs: '),
    ])
  })
})

describe('the menu', () => {
  it('sends commands to the window, and opens one if there is none', async () => {
    const { app, electron, window } = await start({ system: 'darwin' })
    const labels = ['New chat', 'New comparison', 'Settings…', 'Search and commands…', 'Keyboard shortcuts']
    for (const label of labels) clickMenu(electron.menu, label)
    expect(app.commands).toEqual(['new-chat', 'new-compare', 'settings', 'palette', 'shortcuts'])
    window.close()
    clickMenu(electron.menu, 'New comparison')
    expect(electron.windows).toHaveLength(2)
    expect(app.commands.at(-1)).toBe('new-compare')
    expect(app.commands).toHaveLength(labels.length + 1)
  })

  it('brings the window to the front for its commands', async () => {
    const { electron, window } = await start({ system: 'darwin' })
    window.minimize()
    clickMenu(electron.menu, 'Settings…')
    expect(window.calls.slice(-3)).toEqual(['restore', 'show', 'focus'])
  })

  it('has no item without effect on its system, and zooms in with = as well as with +', async () => {
    for (const system of ['linux', 'win32'] as const) {
      const { electron } = await start({ system })
      expect(roles(electron)).not.toContain('zoom')
      const zoomIn = electron.menu
        .flatMap((entry) => entry.submenu ?? [])
        .filter(({ role }) => role === 'zoomIn')
      expect(zoomIn.map(({ accelerator, visible = true }) => [accelerator, visible])).toEqual([
        [undefined, true],
        ['CmdOrCtrl+=', false],
      ])
    }
    expect(roles((await start({ system: 'darwin' })).electron)).toContain('zoom')
  })

  it('shows the keys that the user chose, as Electron writes them, or none', async () => {
    const { app, electron } = await start()
    const keys = () =>
      electron.menu
        .flatMap((entry) => entry.submenu ?? [])
        .filter(({ click }) => click !== undefined)
        .map(({ label, accelerator }) => [label, accelerator])
    expect(keys()).toContainEqual(['New chat', 'CmdOrCtrl+N'])
    app.change({ shortcuts: { newChat: 'Mod+Alt+ArrowUp', palette: '', settings: 'Mod+ö', newCompare: 'C' } })
    expect(keys()).toEqual(
      expect.arrayContaining([
        ['New chat', 'CmdOrCtrl+Alt+Up'],
        ['Search and commands…', undefined],
        ['Settings…', undefined],
        ['New comparison', 'CmdOrCtrl+Shift+N'],
      ]),
    )
  })

  it('has developer tools only in development, and never health', async () => {
    expect(roles((await start()).electron)).not.toContain('toggleDevTools')
    const development = new FakeElectron()
    development.app.isPackaged = false
    expect(roles((await start({}, development)).electron)).toContain('toggleDevTools')
    expect(JSON.stringify(development.menu)).not.toMatch(/health/i)
  })
})

describe('a parley:// link', () => {
  it('opens its target, whether it started the app, came with a second instance or from macOS', async () => {
    const { app, electron } = await start({ args: ['parley://chat/s-1'] })
    electron.app.emit('second-instance', {}, ['parley', '--x', 'parley://new?text=Hi'])
    electron.app.emit('open-url', new FakeEvent(), 'parley://settings')
    electron.app.emit('open-url', new FakeEvent(), 'parley://app/index.html')
    expect(app.links).toEqual([
      { to: 'chat', sessionId: 's-1' },
      { to: 'new-chat', text: 'Hi', model: null },
      { to: 'settings' },
    ])
    expect(electron.app.opens).toEqual(['parley'])
  })

  it('opens a window if there is none', async () => {
    const { app, electron, window } = await start({ system: 'darwin' })
    window.close()
    electron.app.emit('open-url', new FakeEvent(), 'parley://compare/c-1')
    expect(electron.windows).toHaveLength(2)
    expect(app.links).toEqual([{ to: 'comparison', comparisonId: 'c-1' }])
  })
})

it('has the app user model id of its package on Windows', async () => {
  expect((await start({ system: 'win32' })).electron.app.modelId).toBe('app.parley.desktop')
  expect((await start({ system: 'linux' })).electron.app.modelId).toBeNull()
})

it('reports that it runs without a sandbox, if it is packaged', async () => {
  const electron = new FakeElectron()
  electron.app.switches = ['no-sandbox']
  expect((await start({}, electron)).platform?.notices?.list()).toEqual([{ kind: 'unsandboxed' }])
  electron.app.isPackaged = false
  expect((await start({}, electron)).platform?.notices?.list()).toEqual([])
})

it('reports that keys are locked', async () => {
  const { folder, platform } = await start()
  platform?.secrets.encrypt('sk')
  const electron = new FakeElectron()
  electron.keyStore.state = 'locked'
  const later = await start({ folder }, electron)
  expect(later.platform?.notices?.list()).toEqual([{ kind: 'keys-locked' }])
  expect(later.app.warnings.length).toBeGreaterThan(0)
})
