import { describe, expect, it } from 'vitest'

import { FakeElectron } from './testing/fake-electron'
import { begin, germanSystem, start, titles } from './testing/electron-host-run'

describe('the context menu', () => {
  const nothing = { misspelledWord: '', dictionarySuggestions: [], isEditable: false, selectionText: '' }
  const editFlags = {
    canUndo: true,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canSelectAll: true,
  }

  it('offers suggestions for a misspelled word, and adds it to the dictionary', async () => {
    const { electron, window } = await start()
    window.webContents.emit(
      'context-menu',
      {},
      {
        ...nothing,
        misspelledWord: 'teh',
        dictionarySuggestions: ['the'],
        isEditable: true,
        editFlags,
      },
    )
    const [items = []] = electron.popups
    for (const item of items) item.click?.()
    expect(window.webContents.replaced).toEqual(['the'])
    expect(window.webContents.learned).toEqual(['teh'])
    expect(items.map(({ role }) => role).filter((role) => role !== undefined)).toEqual([
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'selectAll',
    ])
  })

  it('does not open when it would be empty', async () => {
    const { electron, window } = await start()
    window.webContents.emit('context-menu', {}, { ...nothing, editFlags })
    window.webContents.emit('context-menu', {}, { ...nothing, selectionText: 'words', editFlags })
    expect(electron.popups.map((items) => items.map(({ role }) => role))).toEqual([['copy', 'selectAll']])
  })
})

describe('the language', () => {
  it("is the first of the system's languages that Parley supports, in the menu, in questions and in the context menu", async () => {
    const { electron, platform, window } = await start({}, germanSystem())
    expect(titles(electron)).toEqual(['&Datei', '&Bearbeiten', '&Ansicht', '&Fenster', '&Hilfe'])
    await platform?.openLink('https://example.org/')
    expect(electron.questions[0]?.buttons).toEqual(['Öffnen', 'Abbrechen'])
    const parameters = { misspelledWord: 'Wrot', dictionarySuggestions: [], isEditable: false }
    window.webContents.emit('context-menu', {}, { ...parameters, selectionText: 'Wrot', editFlags: {} })
    expect(electron.popups[0]?.map(({ label }) => label)).toEqual(['Kopieren', 'Alles auswählen'])
  })

  it('leaves no label to Electron, whose role labels are English', async () => {
    for (const system of ['darwin', 'linux', 'win32'] as const) {
      const { electron } = await start({ system }, germanSystem())
      const items = electron.menu.flatMap((entry) => entry.submenu ?? [])
      const unnamed = items.filter(({ label, type }) => label === undefined && type !== 'separator')
      expect(unnamed).toEqual([])
    }
  })

  it('changes with the setting, in the menu and in the tray, without a restart', async () => {
    const { app, electron, window } = await start()
    expect(titles(electron)[0]).toBe('&File')
    app.change({ language: 'de' })
    expect(titles(electron)[0]).toBe('&Datei')

    app.change({ keepRunning: true })
    window.close()
    electron.app.emit('window-all-closed')
    const labels = () => electron.trays[0]?.items.flatMap(({ label }) => label ?? [])
    expect(labels()).toEqual(['Parley anzeigen', 'Neuer Chat', 'Beenden'])
    app.change({ language: 'en' })
    expect(labels()).toEqual(['Show Parley', 'New chat', 'Quit'])
    expect(electron.trays).toHaveLength(1)
  })

  it("is known before the settings are read: a failed start is reported in the system's language", async () => {
    const electron = germanSystem()
    const failing = start({ createApp: () => Promise.reject(new Error('no')) }, electron)
    await failing
    expect(electron.errorTitles).toEqual(['Parley konnte nicht starten'])
  })
})

describe('the native parts of the app', () => {
  it('has the theme of the settings, also once they change', async () => {
    const { app, electron } = await start()
    expect(electron.nativeTheme.themeSource).toBe('system')
    app.change({ theme: 'dark' })
    expect(electron.nativeTheme.themeSource).toBe('dark')
  })

  it('includes an About dialog with name and version, which is empty on Linux by default', async () => {
    const { electron } = await start()
    expect(electron.app.about).toMatchObject({ applicationName: 'Parley', applicationVersion: '1.2.3' })
  })
})

describe('spelling', () => {
  it('is checked, with downloaded dictionaries, only if the settings say so', async () => {
    const electron = new FakeElectron()
    const { app, running } = begin({}, electron)
    app.change({ spellCheck: false })
    await running
    expect(electron.isSpellingChecked).toBe(false)
    app.change({ spellCheck: true })
    expect(electron.isSpellingChecked).toBe(true)
    app.change({ spellCheck: false })
    expect(electron.isSpellingChecked).toBe(false)
  })

  it('is off until the settings are read', async () => {
    const electron = new FakeElectron()
    await begin({ createApp: () => Promise.reject(new Error('no')) }, electron).running
    expect(electron.isSpellingChecked).toBe(false)
  })
})
