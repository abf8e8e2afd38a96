import { expect, it } from 'vitest'

import { RunningRequests } from './running-requests'

const forever = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

it('a call that arrives while the server ends does not start, and is answered as interrupted', async () => {
  const requests = new RunningRequests()
  const running = requests.run(1, new AbortController().signal, forever)
  requests.close()
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
  let hasBegun = false
  const late = requests.run(2, new AbortController().signal, () => Promise.resolve((hasBegun = true)))
  await expect(late).rejects.toMatchObject({ code: 'CANCELLED' })
  expect([hasBegun, requests.takeInterrupted(1), requests.takeInterrupted(2)]).toEqual([false, true, true])
  await requests.idle()
})

it('a call that the client cancelled before its start is cancelled, without an internal error', async () => {
  const requests = new RunningRequests()
  await expect(requests.run(1, AbortSignal.abort(), forever)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect([requests.count, requests.takeInterrupted(1)]).toEqual([0, false])
})
