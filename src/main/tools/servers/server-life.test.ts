import { expect, test } from 'vitest'

import type { ParleyError } from '../../../shared/errors'
import { serverFailure } from '../../../shared/failures/server-failure'
import type { ServerConnection } from './connection/connection'
import { ServerLife } from './server-life'

const never = new AbortController().signal

function settle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** A life whose connections open and close when the test says so. */
function open() {
  const opened: { finish: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = []
  const closing: (() => void)[] = []
  const crashes: ((reason: ParleyError) => void)[] = []
  let alive = 0
  let most = 0
  const life = new ServerLife({
    open(signal) {
      const { promise, resolve, reject } = Promise.withResolvers<ServerConnection>()
      const ended = Promise.withResolvers<ParleyError | null>()
      crashes.push(ended.resolve)
      const connection = {
        ended: ended.promise,
        close: () =>
          new Promise<void>((done) => {
            closing.push(() => {
              alive -= 1
              done()
            })
          }),
      } as unknown as ServerConnection
      const finish = () => {
        alive += 1
        most = Math.max(most, alive)
        resolve(connection)
      }
      opened.push({ finish, fail: reject, signal })
      return promise
    },
    assertMayOpen: () => {},
    onReady: () => {},
    onChanged: () => {},
  })
  return { life, opened, closing, crashes, counts: () => ({ alive, most }) }
}

test('a start waits until nothing of the former process is left', async () => {
  const { life, opened, closing, counts } = open()
  const first = life.connected(never)
  opened[0]?.finish()
  await first
  void life.close()
  const second = life.connected(never)
  await settle()
  expect([opened.length, life.phase]).toEqual([1, 'closing'])
  closing[0]?.()
  await settle()
  opened[1]?.finish()
  await second
  expect(counts()).toEqual({ alive: 1, most: 1 })
})

test('a start that is given up is undone, and the next one waits for that', async () => {
  const { life, opened, closing } = open()
  const stop = new AbortController()
  const first = life.connected(stop.signal)
  stop.abort(new Error('stopped'))
  await expect(first).rejects.toThrow('stopped')
  expect(opened[0]?.signal.aborted).toBe(true)
  const second = life.connected(never)
  // The process had started before it was given up.
  opened[0]?.finish()
  await settle()
  expect(opened).toHaveLength(1)
  closing[0]?.()
  await settle()
  opened[1]?.finish()
  expect(await second).toBe(life.connection)
})

test('after the end, nothing starts: neither what waits for the close nor anything later', async () => {
  const { life, opened, closing } = open()
  const first = life.connected(never)
  opened[0]?.finish()
  await first
  void life.close()
  const waiting = life.connected(never)
  const ended = life.end()
  await settle()
  closing[0]?.()
  await ended
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(life.connected(never)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect([opened.length, life.phase]).toEqual([1, 'closed'])
})

test('a connection that ends by itself is closed too, and its reason is kept until the next start', async () => {
  const { life, opened, closing, crashes } = open()
  const first = life.connected(never)
  opened[0]?.finish()
  await first
  crashes[0]?.(serverFailure('exited', { server: 'a', detail: 'exit code 1' }))
  await settle()
  expect([life.phase, life.problem?.data?.['reason']]).toEqual(['closing', 'exited'])
  const second = life.connected(never)
  closing[0]?.()
  await settle()
  opened[1]?.finish()
  await second
  expect([life.phase, life.problem]).toEqual(['ready', null])
})

test('those who wait for one start share it, and one of them leaving does not end it', async () => {
  const { life, opened } = open()
  const stop = new AbortController()
  const one = life.connected(stop.signal)
  const other = life.connected(never)
  stop.abort(new Error('stopped'))
  await expect(one).rejects.toThrow('stopped')
  opened[0]?.finish()
  expect(await other).toBe(life.connection)
  expect(opened).toHaveLength(1)
})
