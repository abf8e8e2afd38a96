import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { defaultSettings } from '../../../shared/app/default-settings'
import type { AppSettings } from '../../../shared/app/schema'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Settings, saveAppearance, savedAppearance } from './settings'

/** The settings of a window; the test decides when main answers changes. */
function setUp() {
  const { parley, storage } = new FakeEnvironment()
  const asked: PromiseWithResolvers<{ settings: AppSettings }>[] = []
  parley.answers['settings.set'] = () => {
    const answer = Promise.withResolvers<{ settings: AppSettings }>()
    asked.push(answer)
    return answer.promise
  }
  const settings = new Settings(parley.api, storage)
  settings.receive(defaultSettings)
  return { asked, parley, storage, settings, shown: () => settings.store.getState().settings }
}

const refusal = new ParleyError('STORE_FULL', 'no room')

test('reverts two concurrent changes if both are refused', async () => {
  const { asked, settings, shown } = setUp()
  const first = settings.change({ theme: 'dark' })
  const second = settings.change({ density: 'compact' })
  expect(shown()).toMatchObject({ theme: 'dark', density: 'compact' })
  asked[0]?.reject(refusal)
  await first
  expect(shown()).toMatchObject({ theme: 'system', density: 'compact' })
  asked[1]?.reject(refusal)
  await second
  expect(shown()).toEqual(defaultSettings)
  expect(settings.store.getState().error).toMatchObject({ code: 'STORE_FULL' })
})

test('keeps a concurrent change by another window after an answer or a refusal', async () => {
  const { asked, settings, shown } = setUp()
  const first = settings.change({ theme: 'dark' })
  settings.receive({ ...defaultSettings, theme: 'dark', language: 'de' })
  asked[0]?.resolve({ settings: { ...defaultSettings, theme: 'dark' } })
  await first
  expect(shown()).toMatchObject({ theme: 'dark', language: 'de' })

  const second = settings.change({ theme: 'light' })
  settings.receive({ ...defaultSettings, theme: 'dark', language: 'en' })
  expect(shown()).toMatchObject({ theme: 'light', language: 'en' })
  asked[1]?.reject(refusal)
  await second
  expect(shown()).toMatchObject({ theme: 'dark', language: 'en' })
})

test('a reload does not revert a change that main has not answered yet', async () => {
  const { asked, parley, settings, shown } = setUp()
  parley.answers['settings.get'] = () => ({ settings: defaultSettings })
  const changed = settings.change({ theme: 'dark' })
  await settings.load()
  expect(shown().theme).toBe('dark')
  asked[0]?.resolve({ settings: { ...defaultSettings, theme: 'dark' } })
  await changed
  expect(shown().theme).toBe('dark')
})

test('keeps the appearance across a reload, and falls back to the defaults for unreadable values', () => {
  const { storage } = new FakeEnvironment()
  const { theme, highContrast, textSize, density, language } = defaultSettings
  expect(savedAppearance(storage)).toEqual({ theme, highContrast, textSize, density, language })

  saveAppearance(storage, {
    ...defaultSettings,
    theme: 'dark',
    highContrast: true,
    textSize: 'large',
    language: 'de',
  })
  expect(savedAppearance(storage)).toEqual({
    theme: 'dark',
    highContrast: true,
    textSize: 'large',
    density,
    language: 'de',
  })

  for (const text of ['null', '{', '"dark"', '{"theme":"pink","density":7,"textSize":["large"]}']) {
    storage.setItem('parley.appearance', text)
    expect(savedAppearance(storage)).toEqual({ theme, highContrast, textSize, density, language })
  }
})
