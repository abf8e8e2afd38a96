import { describe, expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { failureOf } from './provider-failure'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }

/** A refusal with this body. */
function refusal(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { status: 401 })
}

describe('a refusal', () => {
  test('whose body never ends is told after 2 s, by its status, and its body let go', async () => {
    const clock = createManualClock()
    let isLetGo = false
    const body = new ReadableStream({ cancel: () => void (isLetGo = true) })
    const told = failureOf(refusal(body), peer, clock)
    clock.advance(2_000)
    expect(await told).toMatchObject({ code: 'PROVIDER_AUTH', data: { status: 401 } })
    expect(isLetGo).toBe(true)
    expect(clock.pendingTimers).toBe(0)
  })

  test('whose body breaks off is told by its status, not by the break', async () => {
    const clock = createManualClock()
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) })
    expect(await failureOf(refusal(body), peer, clock)).toMatchObject({ code: 'PROVIDER_AUTH' })
    expect(clock.pendingTimers).toBe(0)
  })
})
