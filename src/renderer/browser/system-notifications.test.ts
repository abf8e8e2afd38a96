import { afterEach, expect, it, vi } from 'vitest'

import { browserSurroundings } from './system-notifications'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a browser', false, []],
  // There, `window.focus` does not raise a window.
  ['Electron', true, [['parley://app/#/chat/a', 'parley-front']]],
])('brings its window to the front in %s', (_name, isElectron, opened) => {
  const page = { focus: vi.fn<() => void>(), open: vi.fn<(url: string, target: string) => void>() }
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { href: 'parley://app/#/chat/a' })
  vi.stubGlobal('BroadcastChannel', EventTarget)
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })
  browserSurroundings(isElectron).bringToFront()
  expect(page.focus).toHaveBeenCalledOnce()
  expect(page.open.mock.calls).toEqual(opened)
})
