import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { ParleyError } from '../../shared/errors'
import { defaultSettings } from '../../shared/app/default-settings'
import type { SavedProvider } from '../model-setup/schema'
import { createManualClock } from '../base/testing/manual-clock'
import { needsFileModes } from '../base/testing/needs'
import { temporaryFolder } from '../base/testing/temporary-folder'
import { SettingsStore } from './settings-store'

const provider: SavedProvider = {
  id: 'mine',
  kind: 'openai-compatible',
  name: 'Mine',
  baseUrl: 'https://example.com/v1',
}

function open(folder: string, problems: ParleyError[] = []): SettingsStore {
  return new SettingsStore(folder, {
    clock: createManualClock(Date.UTC(2030, 0, 2, 3, 4, 5)),
    onProblem: (error) => problems.push(error),
  })
}

test('uses defaults without a file, and does not write one', () => {
  const folder = temporaryFolder()
  const store = open(folder)
  expect(store.get()).toEqual(defaultSettings)
  expect(store.providers()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('by default no answer has a total time limit, only 15 minutes of silence', () => {
  expect(open(temporaryFolder()).get()).toMatchObject({ idleTimeoutSeconds: 900, wallTimeoutSeconds: 0 })
})

test('keeps a change for the next start and touches nothing else', (context) => {
  const folder = join(temporaryFolder(), 'made')
  const store = open(folder)
  store.setProviders([provider])
  const changed = { ...defaultSettings, theme: 'dark' as const, defaultModel: 'demo/writer' }
  expect(store.set({ theme: 'dark', defaultModel: 'demo/writer', discovery: undefined })).toEqual(changed)
  expect(open(folder).get()).toEqual(changed)
  expect(open(folder).providers()).toEqual([provider])
  expect(readdirSync(folder)).toEqual(['settings.json'])
  needsFileModes(context)
  expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
})

test('changes to a returned copy have no effect', () => {
  const store = open(temporaryFolder())
  store.get().compareModels.push('demo/writer')
  store.setProviders([provider])
  store.providers().pop()
  expect([store.get(), store.providers()]).toEqual([defaultSettings, [provider]])
  expect(defaultSettings.compareModels).toEqual([])
})

test('resets only a value that a newer Parley wrote, reports it and keeps a copy', () => {
  const folder = temporaryFolder()
  const settings = { theme: 'sepia', density: 'compact', favouriteModels: ['a/b', null, 'c/d'] }
  const text = JSON.stringify({ settings, providers: [{ ...provider, baseUrl: null }, provider] })
  writeFileSync(join(folder, 'settings.json'), text)
  const problems: ParleyError[] = []
  const store = open(folder, problems)
  expect(store.get()).toEqual({
    ...defaultSettings,
    density: 'compact',
    favouriteModels: ['a/b', 'c/d'],
  })
  expect(store.providers()).toEqual([provider])
  expect(problems).toMatchObject([
    { data: { leftOut: ['settings.theme', 'settings.favouriteModels', 'providers[0]'] } },
  ])
  expect(readFileSync(String(problems[0]?.data?.['setAsideAs']), 'utf8')).toBe(text)
})

test('of shortcuts in a hostile file, only those that a window can have are kept', () => {
  const folder = temporaryFolder()
  const shortcuts = `{"newChat":"Alt+G","find":"","undo":"Mod+C","retry":"G","stop":{"a":[]},"__proto__":"Alt+H","a b":"Alt+J"}`
  writeFileSync(join(folder, 'settings.json'), `{"settings":{"theme":"dark","shortcuts":${shortcuts}}}`)
  const problems: ParleyError[] = []
  expect(open(folder, problems).get()).toEqual({
    ...defaultSettings,
    theme: 'dark',
    shortcuts: { newChat: 'Alt+G', find: '' },
  })
  expect(problems).toMatchObject([{ data: { leftOut: ['settings.shortcuts'] } }])
  const endless = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`a${'b'.repeat(at % 39)}`, 'F6']),
  )
  for (const value of [endless, 'Alt+G']) {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ settings: { shortcuts: value } }))
    expect(Object.keys(open(folder).get().shortcuts).length).toBeLessThanOrEqual(200)
  }
})

test('reads a file with a byte order mark', () => {
  const folder = temporaryFolder()
  const text = JSON.stringify({ settings: { theme: 'dark' }, providers: [provider] })
  writeFileSync(join(folder, 'settings.json'), `\ufeff${text}`)
  const problems: ParleyError[] = []
  const store = open(folder, problems)
  expect([store.get().theme, store.providers(), problems]).toEqual(['dark', [provider], []])
})

test('reports a file that the system refuses to read, and neither moves nor overwrites it', (context) => {
  needsFileModes(context)
  const folder = temporaryFolder()
  // Nobody can read a link to itself, not even root.
  symlinkSync('settings.json', join(folder, 'settings.json'))
  const problems: ParleyError[] = []
  const store = open(folder, problems)
  expect(store.get()).toEqual(defaultSettings)
  expect(problems).toMatchObject([{ code: 'INTERNAL', data: { reason: 'file-not-read', detail: 'ELOOP' } }])
  expect(() => store.set({ theme: 'dark' })).toThrow('settings.json could not be read (ELOOP)')
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

test('uses the default for settings missing from an older file', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'settings.json'), '{"settings":{"theme":"light"}}')
  const problems: ParleyError[] = []
  expect(open(folder, problems).get()).toEqual({ ...defaultSettings, theme: 'light' })
  expect(problems).toEqual([])
})

test.each([
  ['an unknown kind of provider', { providers: [{ ...provider, id: 'a', kind: 'mistral' }, provider] }],
  ['an invalid provider', { providers: [null, 7, provider, { id: 'half' }] }],
  ['agents that are not a list', { providers: [provider], agents: { codex: {} } }],
  ['a folder without a name', { providers: [provider], unlimitedFolders: [{ agentId: 'codex' }] }],
])('%s costs only that entry, which is kept aside and reported once', (_what, broken) => {
  const folder = temporaryFolder()
  const text = JSON.stringify({ settings: { theme: 'dark' }, ...broken })
  writeFileSync(join(folder, 'settings.json'), text)
  const problems: ParleyError[] = []
  const store = open(folder, problems)
  expect([store.get().theme, store.providers()]).toEqual(['dark', [provider]])
  const aside = 'settings.json.damaged-2030-01-02T03-04-05-000Z'
  expect(problems).toMatchObject([
    {
      code: 'STORE_DAMAGED',
      message: expect.stringContaining(aside) as string,
      data: {
        reason: 'entries-skipped-copied',
        setAsideAs: join(folder, aside),
        leftOut: expect.any(Array) as unknown,
      },
    },
  ])
  expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
  expect(open(folder, problems).providers()).toEqual([provider])
  expect(problems).toHaveLength(1)
})

test('invalid settings cost no provider', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ settings: 'pink', providers: [provider] }))
  const problems: ParleyError[] = []
  expect(open(folder, problems).providers()).toEqual([provider])
  expect(problems).toMatchObject([{ data: { leftOut: ['settings'] } }])
})

test.each([
  ['{"settings":{"theme":"da', 'file-set-aside'],
  ['{"settings":"pink"}', 'entries-skipped-copied'],
  ['', 'file-set-aside'],
  ['[]', 'file-set-aside'],
  ['\u0000\u0000', 'file-set-aside'],
])('sets a damaged file (%j) aside unchanged, reports it, and uses the defaults', (damage, reason) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'settings.json'), damage)
  const problems: ParleyError[] = []
  const store = open(folder, problems)
  expect(store.get()).toEqual(defaultSettings)
  expect(problems).toMatchObject([{ code: 'STORE_DAMAGED', data: { reason } }])
  const aside = 'settings.json.damaged-2030-01-02T03-04-05-000Z'
  expect(problems[0]?.message).toContain(aside)
  store.set({ theme: 'dark' })
  expect(readdirSync(folder).toSorted()).toEqual(['settings.json', aside])
  expect(readFileSync(join(folder, aside), 'utf8')).toBe(damage)
})

test('leftovers of an interrupted write do no harm', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'settings.json.new'), 'half a fi')
  open(folder).set({ theme: 'dark' })
  expect(open(folder).get().theme).toBe('dark')
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

test('a failed write is an error with a text for users and changes nothing in memory or on disk', () => {
  const folder = temporaryFolder()
  const store = open(folder)
  // A folder in the file's place makes the last step of the write fail.
  mkdirSync(join(folder, 'settings.json', 'in-the-way'), { recursive: true })
  expect(() => store.set({ theme: 'dark' })).toThrow(
    expect.objectContaining({
      code: 'INTERNAL',
      message: expect.stringContaining('settings.json could not be saved'),
      data: expect.objectContaining({ reason: 'file-not-saved' }) as unknown,
    }),
  )
  expect(store.get()).toEqual(defaultSettings)
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

test('writes only values that differ from their defaults, so that a new default takes effect', () => {
  const folder = temporaryFolder()
  const store = open(folder)
  const file = () => JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as { settings: object }
  store.set({ theme: 'dark', favouriteModels: ['a/b'] })
  expect(file().settings).toEqual({ theme: 'dark', favouriteModels: ['a/b'] })
  store.set({ theme: defaultSettings.theme, favouriteModels: [] })
  expect(file().settings).toEqual({})
  expect(open(folder).get()).toEqual(defaultSettings)
})
