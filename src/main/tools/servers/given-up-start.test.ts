import { expect, test } from 'vitest'

import { openHttpServers } from './testing/opened-servers'

test('a caller after an abandoned start gets another start, not the error of the first', async () => {
  const asked = Promise.withResolvers<void>()
  let count = 0
  const { servers, settings } = openHttpServers({
    confirm(_question, signal) {
      count += 1
      asked.resolve()
      if (count > 1) return Promise.resolve(false)
      // A dialog takes a moment to close.
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => setImmediate(() => resolve(false)), { once: true })
      })
    },
  })
  settings.save({ id: 'one', transport: { type: 'stdio', command: 'one' } })
  const first = new AbortController()
  const start = servers.start('one', first.signal)
  await asked.promise
  first.abort(new Error('stopped'))
  await expect(start).rejects.toThrow('stopped')
  const later = await servers.start('one', new AbortController().signal)
  expect([count, later.state]).toEqual([2, 'not-allowed'])
})
