import { afterEach, expect, it, vi } from 'vitest'

import { browserSurroundings } from './system-notifications'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['http:', []],
  // There, `window.focus` does not raise a window.
  ['parley:', [['parley://app/#/chat/a', 'parley-front']]],
])('brings its window to the front on %s', (protocol, opened) => {
  const page = { focus: vi.fn<() => void>(), open: vi.fn<(url: string, target: string) => void>() }
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { protocol, href: 'parley://app/#/chat/a' })
  vi.stubGlobal('BroadcastChannel', EventTarget)
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })
  browserSurroundings().bringToFront()
  expect(page.focus).toHaveBeenCalledOnce()
  expect(page.open.mock.calls).toEqual(opened)
})
