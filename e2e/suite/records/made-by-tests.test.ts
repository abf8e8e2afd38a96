import { EventEmitter } from 'node:events'

import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'

import { MadeByTests } from './made-by-tests.ts'

/** The wire of one window, as Playwright reports it. */
function setUp() {
  const made = new MadeByTests()
  const page = new EventEmitter()
  made.watch(page as unknown as Pick<Page, 'on'>)
  const socket = new EventEmitter()
  page.emit('websocket', socket)
  return {
    made,
    sent: (frame: object) => socket.emit('framesent', { payload: JSON.stringify(frame) }),
    received: (frame: object) => socket.emit('framereceived', { payload: JSON.stringify(frame) }),
  }
}

test("counts a chat or comparison as the tests' own only if a test’s window created it", () => {
  const { made, sent, received } = setUp()
  sent({ type: 'call', id: 1, route: 'sessions.create', input: {} })
  sent({ type: 'call', id: 2, route: 'sessions.get', input: { sessionId: 'of-somebody' } })
  sent({ type: 'call', id: 3, route: 'compare.create', input: {} })
  sent({ type: 'call', id: 4, route: 'compare.get', input: { comparisonId: 'of-somebody' } })
  sent({ type: 'call', id: 5, route: 'sessions.create', input: {} })
  received({ type: 'result', id: 2, ok: true, data: { session: { id: 'of-somebody' } } })
  received({ type: 'result', id: 1, ok: true, data: { session: { id: 'made' } } })
  received({ type: 'batch', id: 9, events: [{ type: 'session-upserted', session: { id: 'of-somebody' } }] })
  received({ type: 'result', id: 4, ok: true, data: { comparison: { id: 'of-somebody' } } })
  received({ type: 'result', id: 3, ok: true, data: { comparison: { id: 'made-too' } } })
  received({ type: 'result', id: 5, ok: false, error: { code: 'DEGRADED', message: 'refused' } })
  expect([[...made.sessionIds], [...made.comparisonIds]]).toEqual([['made'], ['made-too']])
})
