import { describe, expect, test } from 'vitest'

import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { RunEvent, RunSnapshot, StreamControlEvent } from '../../../shared/runs/events'
import { applyRunEvent, emptySnapshot } from '../../../shared/runs/reduce-run'
import { RunLog, RunReader } from './run-log'

const message: Message = {
  id: 'm1' as MessageId,
  sessionId: 's1' as SessionId,
  parentId: null,
  role: 'assistant',
  parts: [],
  status: 'streaming',
  runId: 'r1' as RunId,
  createdAt: 0,
}

function logOf(deltaCount: number): RunLog {
  const log = new RunLog(message)
  for (let index = 1; index <= deltaCount; index += 1) log.append({ type: 'text-delta', text: `${index} ` })
  return log
}

/** Reduces what a watcher received, as the window does. Fails on a gap. */
function rebuild(events: readonly (RunEvent | StreamControlEvent)[]): { state: RunSnapshot; seq: number } {
  let state = emptySnapshot(message)
  let seq = 0
  for (const event of events) {
    if (event.type === 'replay-start') {
      if (event.snapshot !== undefined) state = event.snapshot
      else expect(event.throughSeq).toBe(seq)
      seq = event.throughSeq
    } else if ('seq' in event) {
      expect(event.seq).toBe(seq + 1)
      seq = event.seq
      state = applyRunEvent(state, event)
    }
  }
  return { state, seq }
}

describe('the buffer', () => {
  test('keeps the newest 500 of 505 events, and its snapshot covers the first five', () => {
    const taken = new RunReader(logOf(505), 0).take(1000)
    const [start, first] = taken
    expect(start).toMatchObject({ type: 'replay-start', count: 500, throughSeq: 5 })
    expect(start?.type === 'replay-start' && start.snapshot?.message.parts).toEqual([
      { type: 'text', text: '1 2 3 4 5 ' },
    ])
    expect(first).toMatchObject({ type: 'text-delta', seq: 6, text: '6 ' })
    expect(taken.at(-1)).toEqual({ type: 'replay-end' })
    expect(taken).toHaveLength(502)
  })

  test('keeps up to 500 events, which replay without a snapshot', () => {
    const [start] = new RunReader(logOf(500), 0).take(1)
    expect(start).toEqual({ type: 'replay-start', count: 500, throughSeq: 0 })
  })

  test('stays bounded over many times its size', () => {
    const log = logOf(5_000)
    expect(log.after(4_499, 1)).toBeNull()
    expect(log.after(4_500, 1)).toMatchObject([{ seq: 4_501 }])
    expect(log.evicted.throughSeq).toBe(4_500)
  })
})

test('refuses events after the end of a run', () => {
  const log = logOf(1)
  const metrics = { ttftMs: null, tokensPerSecond: null, durationMs: null }
  log.append({ type: 'run-end', status: 'completed', reason: 'end', metrics })
  expect(() => log.append({ type: 'text-delta', text: 'late' })).toThrow(
    expect.objectContaining({ name: 'InvariantError' }),
  )
  expect(log.lastSeq).toBe(2)
})

/** Takes one event at a time and records whether the reader is done. */
function statesOf(reader: RunReader, count: number): [string | undefined, boolean][] {
  return Array.from({ length: count }, () => [reader.take(1)[0]?.type, reader.isDone])
}

describe('a reader', () => {
  test('that attaches at any moment and reads in any portions rebuilds the exact text', () => {
    for (const attachAt of [0, 1, 499, 500, 501, 777]) {
      for (const portion of [1, 7, 512]) {
        const log = logOf(attachAt)
        const reader = new RunReader(log, 0)
        const taken = reader.take(portion)
        for (let index = attachAt + 1; index <= 1200; index += 1) {
          log.append({ type: 'text-delta', text: `${index} ` })
          // Reads slower than the log is written, so that it falls behind the buffer.
          if (index % 3 === 0) taken.push(...reader.take(portion))
        }
        for (;;) {
          const more = reader.take(portion)
          if (more.length === 0) break
          taken.push(...more)
        }
        expect(rebuild(taken)).toEqual({ state: log.state, seq: 1200 })
      }
    }
  })

  test('that falls behind gets the newest snapshot mid-stream', () => {
    const log = logOf(3)
    const reader = new RunReader(log, 0)
    reader.take(100)
    for (let index = 4; index <= 2_000; index += 1) log.append({ type: 'text-delta', text: `${index} ` })
    expect(reader.take(1)).toMatchObject([{ type: 'replay-start', count: 0, throughSeq: 2_000 }])
    expect(reader.take(1)).toEqual([{ type: 'replay-end' }])
  })

  test('that falls behind still gets run-end as an event, never inside a snapshot', () => {
    const log = logOf(1)
    const reader = new RunReader(log, 0)
    reader.take(100)
    for (let index = 2; index <= 700; index += 1) log.append({ type: 'text-delta', text: 'x' })
    log.append({
      type: 'run-end',
      status: 'completed',
      reason: 'end',
      metrics: { ttftMs: null, tokensPerSecond: null, durationMs: null },
    })
    const taken = reader.take(1000)
    expect(taken.filter((event) => event.type === 'run-end')).toHaveLength(1)
    expect(taken.at(-1)).toEqual({ type: 'replay-end' })
    expect(rebuild([...new RunReader(logOf(1), 0).take(10), ...taken]).state).toEqual(log.state)
    expect(reader.isDone).toBe(true)
  })

  test('that resumes gets only the events it does not have', () => {
    const log = logOf(10)
    const reader = new RunReader(log, 7)
    expect(reader.take(100)).toMatchObject([
      { type: 'replay-start', count: 3, throughSeq: 7 },
      { seq: 8 },
      { seq: 9 },
      { seq: 10 },
      { type: 'replay-end' },
    ])
  })

  test('gets at most the requested number of events, and events since it attached only after the replay', () => {
    const log = logOf(3)
    const reader = new RunReader(log, 0)
    for (const text of ['4 ', '5 ']) log.append({ type: 'text-delta', text })
    expect(reader.take(3).map(({ type }) => type)).toEqual(['replay-start', 'text-delta', 'text-delta'])
    expect(reader.take(100)).toMatchObject([{ seq: 3 }, { type: 'replay-end' }, { seq: 4 }, { seq: 5 }])
  })

  test('is done only when it has taken everything, including the end of the replay', () => {
    const log = logOf(1)
    const metrics = { ttftMs: null, tokensPerSecond: null, durationMs: null }
    log.append({ type: 'run-end', status: 'completed', reason: 'end', metrics })
    expect(statesOf(new RunReader(log, 'start'), 2)).toEqual([
      ['text-delta', false],
      ['run-end', true],
    ])
    expect(statesOf(new RunReader(log, 0), 4)).toEqual([
      ['replay-start', false],
      ['text-delta', false],
      ['run-end', false],
      ['replay-end', true],
    ])
    expect(new RunReader(log, 'start').isDone).toBe(false)
  })

  test('that resumes at the edge of the buffer needs no snapshot', () => {
    const [start] = new RunReader(logOf(600), 100).take(1)
    expect(start).toEqual({ type: 'replay-start', count: 500, throughSeq: 100 })
    expect(start).not.toHaveProperty('snapshot')
  })

  test('that resumes from before the buffer gets a snapshot', () => {
    const [start] = new RunReader(logOf(600), 20).take(1)
    expect(start).toMatchObject({ type: 'replay-start', throughSeq: 100 })
    expect(start).toHaveProperty('snapshot')
  })
})
