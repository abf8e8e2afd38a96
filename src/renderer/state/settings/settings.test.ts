import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { defaultSettings } from '../../../shared/app/default-settings'
import type { AppSettings } from '../../../shared/app/schema'
import { FakeEnvironment } from '../../testing/fake-parley'
import { createSettings, saveAppearance, savedAppearance } from './settings'

/** The settings of a window; the test decides when main answers changes. */
function setUp() {
  const { parley, storage } = new FakeEnvironment()
  const asked: PromiseWithResolvers<{ settings: AppSettings }>[] = []
  parley.answers['settings.set'] = () => {
    const answer = Promise.withResolvers<{ settings: AppSettings }>()
    asked.push(answer)
    return answer.promise
  }
  const store = createSettings(parley.api, storage)
  store.getState().receive(defaultSettings)
  return { asked, parley, storage, store, shown: () => store.getState().settings }
}

const refusal = new ParleyError('STORE_FULL', 'no room')

test('reverts two concurrent changes if both are refused', async () => {
  const { asked, store, shown } = setUp()
  const first = store.getState().change({ theme: 'dark' })
  const second = store.getState().change({ density: 'compact' })
  expect(shown()).toMatchObject({ theme: 'dark', density: 'compact' })
  asked[0]?.reject(refusal)
  await first
  expect(shown()).toMatchObject({ theme: 'system', density: 'compact' })
  asked[1]?.reject(refusal)
  await second
  expect(shown()).toEqual(defaultSettings)
  expect(store.getState().error).toMatchObject({ code: 'STORE_FULL' })
})

test('keeps a concurrent change by another window after an answer or a refusal', async () => {
  const { asked, store, shown } = setUp()
  const first = store.getState().change({ theme: 'dark' })
  store.getState().receive({ ...defaultSettings, theme: 'dark', language: 'de' })
  asked[0]?.resolve({ settings: { ...defaultSettings, theme: 'dark' } })
  await first
  expect(shown()).toMatchObject({ theme: 'dark', language: 'de' })

  const second = store.getState().change({ theme: 'light' })
  store.getState().receive({ ...defaultSettings, theme: 'dark', language: 'en' })
  expect(shown()).toMatchObject({ theme: 'light', language: 'en' })
  asked[1]?.reject(refusal)
  await second
  expect(shown()).toMatchObject({ theme: 'dark', language: 'en' })
})

test('a reload does not revert a change that main has not answered yet', async () => {
  const { asked, parley, store, shown } = setUp()
  parley.answers['settings.get'] = () => ({ settings: defaultSettings })
  const changed = store.getState().change({ theme: 'dark' })
  await store.getState().load()
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
