import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { SourceEvent } from '../../run-source/run-source'
import type { ToolCallContext } from '../tool'
import { call, done, loopDeps, looping, resultsOf, scriptedModel, scriptedTool } from './testing/looping'

const text = (said: string): SourceEvent => ({ type: 'text-delta', text: said })
const refuse = () => Promise.reject(new ParleyError('INVALID_INPUT', 'url is missing'))

describe('mistakes of the model', () => {
  test('sends the error about malformed arguments back once, then ends the answer with an explanation', async () => {
    const model = scriptedModel([call('a', 'one', '{"x":'), done])
    const tool = scriptedTool('one')
    const { events, outcome } = looping(model.source, [tool])
    expect(await outcome).toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'tool-calls-invalid' },
    })
    expect(model.requests).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'tool-result')).toHaveLength(2)
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject({ isError: true })
    expect(tool.runs).toEqual([])
  })

  test('forgets a mistake that the model has corrected', async () => {
    const broken = [call('a', 'one', '{'), done]
    const model = scriptedModel(broken, [call('b', 'one'), done], broken, [text('Done.'), done])
    const { outcome } = looping(model.source, [scriptedTool('one')])
    expect(await outcome).toBeNull()
    expect(model.requests).toHaveLength(4)
  })

  test('names the tools to a model that calls an unknown one', async () => {
    const model = scriptedModel([call('a', 'rm'), done], [done])
    const { events, outcome } = looping(model.source, [scriptedTool('files.read')])
    expect(await outcome).toBeNull()
    expect(resultsOf(events)['a']).toBe('There is no tool named "rm". The tools are: files_read.')
  })

  test('tells the model why its input is not valid, and allows it to try more often', async () => {
    const model = scriptedModel([call('a', 'one', {}), done])
    const { events, outcome } = looping(model.source, [scriptedTool('one', { prepare: refuse })])
    expect(await outcome).toMatchObject({ data: { reason: 'tool-calls-invalid' } })
    expect(resultsOf(events)['a']).toBe('url is missing')
    expect(model.requests).toHaveLength(4)
  })

  test('reads arguments that are JSON within a JSON string', async () => {
    const tool = scriptedTool('one')
    const model = scriptedModel([call('a', 'one', '{"x":1}'), done], [done])
    await looping(model.source, [tool]).outcome
    expect(tool.runs).toEqual([{ x: 1 }])
  })
})

describe('tools that fail', () => {
  test('sends an expected error to the model, and hides any other', async () => {
    const expected = new ParleyError('NOT_FOUND', 'There is no such file.')
    const bug = new Error('secret detail')
    const model = scriptedModel([call('a', 'one'), call('b', 'two'), done], [done])
    const { events, outcome, deps } = looping(model.source, [
      scriptedTool('one', { run: () => Promise.reject(expected) }),
      scriptedTool('two', { run: () => Promise.reject(bug) }),
    ])
    expect(await outcome).toBeNull()
    expect(resultsOf(events)).toEqual({
      a: 'There is no such file.',
      b: 'The tool failed because of an unexpected error.',
    })
    expect(deps.problems).toEqual([bug])
  })

  test('stops a call at its time limit, which does not run while the user is asked', async () => {
    const deps = loopDeps({ callMs: 1_000 })
    const asked = Promise.withResolvers<'once'>()
    const running = Promise.withResolvers<void>()
    const run = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        running.resolve()
      })
    const model = scriptedModel([call('a', 'one'), done], [done])
    const { events, outcome } = looping(model.source, [scriptedTool('one', { asks: {}, run })], {
      deps,
      context: { requestApproval: () => asked.promise },
    })
    await new Promise((resolve) => setImmediate(resolve))
    deps.clock.advance(60_000)
    asked.resolve('once')
    await running.promise
    deps.clock.advance(1_000)
    expect(await outcome).toBeNull()
    expect(resultsOf(events)['a']).toBe('The tool did not finish within 1 s, so the call was stopped.')
  })

  test('counts no time in which a call itself waits for the user', async () => {
    const deps = loopDeps({ callMs: 1_000 })
    const waiting = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<{ text: string }>()
    const run = (_: unknown, { whileAsking }: ToolCallContext) =>
      whileAsking(() => {
        waiting.resolve()
        return answered.promise
      })
    const model = scriptedModel([call('a', 'one'), done], [done])
    const { events, outcome } = looping(model.source, [scriptedTool('one', { run })], { deps })
    await waiting.promise
    deps.clock.advance(60_000)
    answered.resolve({ text: 'visited' })
    expect(await outcome).toBeNull()
    expect(resultsOf(events)).toEqual({ a: 'visited' })
  })

  test('abandons a call that ignores its abort after the grace period', async () => {
    const deps = loopDeps({ callMs: 1_000, graceMs: 500 })
    const running = Promise.withResolvers<void>()
    const run = () => {
      running.resolve()
      return new Promise<never>(() => {})
    }
    const model = scriptedModel([call('a', 'one'), done])
    const { outcome, stop } = looping(model.source, [scriptedTool('one', { run })], { deps })
    await running.promise
    stop()
    deps.clock.advance(500)
    expect(await outcome).toBeNull()
    expect(deps.problems).toHaveLength(1)
  })
})

describe('a stop during a call that the user has allowed', () => {
  const allowed = { requestApproval: () => Promise.resolve('once' as const) }

  test('keeps the result of what was done in spite of it, once', async () => {
    const written = Promise.withResolvers<{ text: string }>()
    const writing = Promise.withResolvers<void>()
    const run = () => {
      writing.resolve()
      return written.promise
    }
    const model = scriptedModel([call('a', 'edit'), call('b', 'two'), done], [done])
    const { events, outcome, stop } = looping(
      model.source,
      [
        scriptedTool('edit', { asks: {}, run }),
        scriptedTool('two', {
          run: (_, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error))
            }),
        }),
      ],
      { context: allowed },
    )
    await writing.promise
    stop()
    written.resolve({ text: 'Changed a.txt.' })
    expect(await outcome).toBeNull()
    expect(resultsOf(events)).toEqual({ a: 'Changed a.txt.' })
    expect(model.requests).toHaveLength(1)
  })

  test('says nothing about a call that may have taken effect', async () => {
    const running = Promise.withResolvers<void>()
    const run = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new ParleyError('SERVER_FAILED', 'cancelled')))
        running.resolve()
      })
    const model = scriptedModel([call('a', 'send'), done], [done])
    const { events, outcome, stop } = looping(model.source, [scriptedTool('send', { asks: {}, run })], {
      context: allowed,
    })
    await running.promise
    stop()
    expect(await outcome).toBeNull()
    expect(resultsOf(events)).toEqual({})
  })
})
