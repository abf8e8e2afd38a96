import { describe, expect, it } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { ServerFrame } from '../../shared/rpc/frames'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import { createManualClock } from '../base/testing/manual-clock'
import { StreamChannel } from './stream-channel'
import { ManualSource } from './testing/manual-source'

/** A channel that records its batches with the time at which they were sent. */
function openChannel(source = new ManualSource<number>()) {
  const clock = createManualClock()
  const sent: { atMs: number; frame: ServerFrame }[] = []
  const bugs: unknown[] = []
  const ended: number[] = []
  const channel = new StreamChannel(1, source, {
    clock,
    send: (frame) => sent.push({ atMs: clock.monotonic(), frame }),
    onEnded: () => ended.push(clock.monotonic()),
    onBug: (error) => bugs.push(error),
  })
  const batches = () =>
    sent.flatMap(({ atMs, frame }) => (frame.type === 'batch' ? [{ atMs, events: frame.events }] : []))
  const ends = () => sent.flatMap(({ frame }) => (frame.type === 'end' ? [frame] : []))
  return { channel, source, clock, sent, bugs, ended, batches, ends }
}

/** Runs what was deferred to the end of the turn. */
async function endOfTurn(): Promise<void> {
  await Promise.resolve()
}

function numbers(count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}

describe('batches', () => {
  it('sends waiting events when the stream opens, in the same turn', async () => {
    const { source, batches } = openChannel()
    source.push([1, 2])
    await endOfTurn()
    expect(batches()).toEqual([{ atMs: 0, events: [1, 2] }])
  })

  it('sends the first delta after a pause at once, and those that follow together 16 ms later', async () => {
    const { source, clock, batches } = openChannel()
    await endOfTurn()
    clock.advance(100)
    source.push([1])
    source.push([2])
    await endOfTurn()
    clock.advance(5)
    source.push([3])
    clock.advance(5)
    source.push([4])
    clock.advance(5)
    expect(batches()).toEqual([{ atMs: 100, events: [1, 2] }])
    clock.advance(1)
    expect(batches()).toEqual([
      { atMs: 100, events: [1, 2] },
      { atMs: 116, events: [3, 4] },
    ])
  })

  it('never delays a delta longer than 16 ms, and never sends more often', async () => {
    const { source, channel, clock, batches } = openChannel()
    for (let event = 0; event < 1_000; event += 1) {
      source.push([event])
      await endOfTurn()
      clock.advance(1)
      channel.acknowledge(100)
    }
    const times = batches().map(({ atMs }) => atMs)
    expect(times).toEqual(times.map((_, index) => index * wireLimits.batchIntervalMs))
    expect(times).toHaveLength(63)
  })

  it('sends an urgent event at once, with the deltas waiting before it', async () => {
    const { source, clock, batches } = openChannel()
    source.push([1])
    await endOfTurn()
    clock.advance(3)
    source.push([2])
    source.push([3], { urgent: true })
    await endOfTurn()
    expect(batches()).toEqual([
      { atMs: 0, events: [1] },
      { atMs: 3, events: [2, 3] },
    ])
    clock.advance(100)
    expect(clock.pendingTimers).toBe(0)
    expect(batches()).toHaveLength(2)
  })

  it('continues at once after an acknowledgement when an urgent event is held back', async () => {
    const { source, channel, clock, batches } = openChannel()
    source.push(numbers(2 * wireLimits.windowEvents))
    await endOfTurn()
    source.push([-1], { urgent: true })
    await endOfTurn()
    clock.advance(2)
    channel.acknowledge(wireLimits.windowEvents)
    await endOfTurn()
    channel.acknowledge(wireLimits.windowEvents)
    await endOfTurn()
    expect(batches().map(({ atMs, events }) => [atMs, events.length])).toEqual([
      [0, 512],
      [2, 512],
      [2, 1],
    ])
  })

  it('sets no timer while the reader’s window is full or nothing is waiting', async () => {
    const { source, channel, clock } = openChannel()
    source.push(numbers(600))
    await endOfTurn()
    source.push(numbers(100))
    expect(clock.pendingTimers).toBe(0)
    channel.acknowledge(512)
    clock.advance(16)
    channel.acknowledge(188)
    expect([clock.pendingTimers, source.waiting]).toEqual([0, []])
  })
})

describe('the end', () => {
  it('follows the last event, once', async () => {
    const { source, channel, batches, ends, ended, clock } = openChannel()
    source.push(numbers(3))
    source.finish({ reason: 'completed' })
    await endOfTurn()
    channel.acknowledge(3)
    channel.close('closed')
    source.finish({ reason: 'stopped' })
    await endOfTurn()
    clock.advance(100)
    expect(batches()).toEqual([{ atMs: 0, events: [0, 1, 2] }])
    expect(ends()).toEqual([{ type: 'end', id: 1, reason: 'completed' }])
    expect([ended, source.hasListener, source.closeCauses]).toEqual([[0], false, []])
  })

  it('waits while the reader’s window is full, until all events were taken', async () => {
    const { source, channel, ends, clock } = openChannel()
    source.push(numbers(wireLimits.windowEvents))
    source.finish({ reason: 'completed' })
    await endOfTurn()
    clock.advance(1_000)
    expect(ends()).toEqual([])
    channel.acknowledge(1)
    await endOfTurn()
    expect(ends()).toHaveLength(1)
  })

  it('sends neither events nor an end after the peer is gone', async () => {
    const { source, channel, sent, clock } = openChannel()
    await endOfTurn()
    source.push(numbers(3))
    channel.close('gone')
    source.finish({ reason: 'stopped' })
    await endOfTurn()
    clock.advance(100)
    channel.close('gone')
    expect([sent, source.closeCauses, clock.pendingTimers]).toEqual([[], ['gone'], 0])
  })

  it('carries the code when the source fails with one, and reports nothing', async () => {
    const source = new ManualSource<number>()
    source.take = () => {
      throw new ParleyError('NOT_FOUND', 'The chat is gone.')
    }
    const { ends, bugs } = openChannel(source)
    await endOfTurn()
    expect(ends()).toEqual([
      {
        type: 'end',
        id: 1,
        reason: 'failed',
        error: { code: 'NOT_FOUND', message: 'The chat is gone.' },
      },
    ])
    expect([bugs, source.closeCauses]).toEqual([[], ['closed']])
  })

  it('reports a source that returns more events than requested', async () => {
    const source = new ManualSource<number>()
    source.take = () => numbers(600)
    const { ends, bugs } = openChannel(source)
    await endOfTurn()
    expect(ends()).toMatchObject([{ reason: 'failed', error: { code: 'INTERNAL' } }])
    expect(bugs).toHaveLength(1)
  })

  it('ends a stream as degraded with the store’s error when the store breaks', async () => {
    const source = new ManualSource<number>()
    source.take = () => {
      throw new ParleyError('STORE_DAMAGED', 'The chat cannot be read.')
    }
    const { ends, bugs } = openChannel(source)
    await endOfTurn()
    expect(ends()).toEqual([
      {
        type: 'end',
        id: 1,
        reason: 'failed',
        error: {
          code: 'DEGRADED',
          message: 'Parley cannot do this right now. The chat cannot be read.',
          data: {
            reason: 'not-now',
            cause: { code: 'STORE_DAMAGED', message: 'The chat cannot be read.' },
          },
        },
      },
    ])
    expect([bugs, source.closeCauses]).toEqual([[], ['closed']])
  })

  it('reports a source that returns more events than requested', async () => {
    const source = new ManualSource<number>()
    source.take = () => numbers(600)
    const { ends, bugs } = openChannel(source)
    await endOfTurn()
    expect(ends()).toMatchObject([{ reason: 'failed', error: { code: 'INTERNAL' } }])
    expect(bugs).toHaveLength(1)
  })
})
