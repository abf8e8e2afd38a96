import { expect, test } from 'vitest'

import { defaultSettings } from '../../../shared/app/settings'
import { FakeEnvironment } from '../../testing/fake-parley'
import { saveAppearance, savedAppearance } from './saved-appearance'

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
