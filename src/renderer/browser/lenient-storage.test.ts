import { expect, test } from 'vitest'

import { lenientStorage } from './browser-environment'

/** A browser's storage for three characters. */
class TinyStorage extends Map<string, string> {
  getItem(key: string) {
    return this.get(key) ?? null
  }
  setItem(key: string, value: string) {
    if (value.length > 3) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this.set(key, value)
  }
  removeItem(key: string) {
    this.delete(key)
  }
}

test('keeps what does not fit until the page is closed, and what fits for good', () => {
  const stored = new TinyStorage()
  const storage = lenientStorage(stored as unknown as Storage)
  storage.setItem('a', 'old')
  storage.setItem('a', 'longer')
  expect([storage.getItem('a'), stored.getItem('a')]).toEqual(['longer', 'old'])
  storage.setItem('a', 'new')
  expect([storage.getItem('a'), stored.getItem('a')]).toEqual(['new', 'new'])
  storage.setItem('a', 'longer')
  storage.removeItem('a')
  expect([storage.getItem('a'), stored.getItem('a')]).toEqual([null, null])
})
