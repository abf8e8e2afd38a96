import { describe, expect, it } from 'vitest'

import type { CallPiece } from '../../../../../e2e/fake-provider/protocols/protocol'
import { completeStream, type Script, type Step } from '../../../../../e2e/fake-provider/script'
import type { RunContext } from '../../../run-source/run-source'
import { sampleWav } from '../../../base/testing/sample-wav'
import { loopDeps, looping, resultsOf, scriptedTool } from '../../../tools/loop/testing/looping'
import { message } from '../run-probe'
import { setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

const model = 'scripted'
const one: CallPiece = { index: 0, id: 'c1', name: 'find_it', arguments: '{"q":"first"}' }
const two: CallPiece = { index: 1, id: 'c2', name: 'find_it', arguments: '{"q":"second"}' }
/** A PNG of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const answer = completeStream([{ type: 'tokens', tokens: ['Found.'] }])

/** A model that has tools: calls in sequence, in parallel, incorrect and endless ones, and a stop in each phase. */
export function describeToolCalls(subject: RemoteSubject): void {
  const { family } = subject
  describe('tool calls', () => {
    const bench = setUpRemoteBench(subject)

    /** Asks a model that plays one of the scripts per request, and the last one for all further requests. */
    const ask = (
      scripts: readonly Script[],
      {
        tools = [scriptedTool('find.it')],
        modelId = model,
        deps = loopDeps(),
        context,
        takesImages,
      }: {
        takesImages?: boolean
        tools?: ReturnType<typeof scriptedTool>[]
        modelId?: string
        deps?: ReturnType<typeof loopDeps>
        context?: Partial<RunContext>
      } = {},
    ) => {
      let count = 0
      bench.fake.script(modelId, () => scripts[Math.min(count++, scripts.length - 1)] ?? answer)
      return looping(bench.create().run, tools, {
        deps,
        request: { modelId, messages: [message('user', 'Find it')], takesImages },
        ...(context === undefined ? {} : { context }),
      })
    }
    const bodies = () => bench.fake.requests.map(({ body }) => JSON.stringify(body))

    it('offers the tools, and sends calls in sequence back as steps of their own', async () => {
      const { events, outcome } = ask([calls([one]), calls([{ ...two, index: 0 }]), answer])
      expect(await outcome).toBeNull()
      expect(Object.values(resultsOf(events))).toEqual(['find.it {"q":"first"}', 'find.it {"q":"second"}'])
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
      const [first = '', second = '', third = ''] = bodies()
      for (const body of [first, second, third]) expect(body).toContain('Does find.it.')
      expect(second).toContain('find.it {')
      expect(
        placesOf(third, ['"first', 'find.it {\\"q\\":\\"first', '"second', 'find.it {\\"q\\":\\"second']),
      ).toEqual('in order')
    })

    it('executes parallel calls, and sends them back as one step', async () => {
      const { events, outcome } = ask([calls([one, two]), answer])
      expect(await outcome).toBeNull()
      expect(Object.keys(resultsOf(events))).toHaveLength(2)
      expect(
        placesOf(bodies()[1] ?? '', [
          '"first',
          '"second',
          'find.it {\\"q\\":\\"first',
          'find.it {\\"q\\":\\"second',
        ]),
      ).toEqual('in order')
    })

    it('sends the image in a result to a model that accepts images, and its name to another', async () => {
      const files = [{ mediaType: 'image/png' as const, bytes: Buffer.from(dot, 'base64') }]
      const tools = [scriptedTool('find.it', { run: async () => ({ text: 'A picture.', files }) })]
      const seeing = ask([calls([one]), answer], { tools, takesImages: true })
      expect(await seeing.outcome).toBeNull()
      expect(placesOf(bodies()[1] ?? '', ['A picture.', `${family.resultImage}${dot}`])).toEqual('in order')
      const blind = ask([calls([one]), answer], { tools, takesImages: false, modelId: 'blind' })
      expect(await blind.outcome).toBeNull()
      expect(bodies()[3]).toContain('result.png. It was not sent because this model does not accept images.')
      expect(bodies()[3]).not.toContain(dot)
    })

    it('sends sounds in a result to models that accept them, and keeps them in the answer', async () => {
      const bytes = sampleWav(8)
      const files = [{ mediaType: 'audio/wav' as const, bytes }]
      const tools = [scriptedTool('find.it', { run: async () => ({ text: 'A sound.', files }) })]
      const { events, outcome } = ask([calls([one]), answer], { tools })
      expect(await outcome).toBeNull()
      expect((bodies()[1] ?? '').includes(bytes.toString('base64'))).toBe(family.name === 'google')
      expect(events.filter(({ type }) => type === 'file')).toMatchObject([{ mediaType: 'audio/wav', bytes }])
    })

    it('asks once more without the image in a result if the server refuses it', async () => {
      const refused: Script = {
        type: 'refusal',
        status: 400,
        error: { message: 'Could not process image', type: 'invalid_request_error' },
      }
      const files = [{ mediaType: 'image/png' as const, bytes: Buffer.from(dot, 'base64') }]
      const tools = [scriptedTool('find.it', { run: async () => ({ text: 'A picture.', files }) })]
      const { outcome } = ask([calls([one]), refused, answer], { tools, takesImages: true })
      expect(await outcome).toBeNull()
      expect(bodies().map((body) => body.includes(dot))).toEqual([false, true, false])
    })

    it('tells the model about a call of an unknown tool once, and then ends with an explanation', async () => {
      const { events, outcome } = ask([calls([{ ...one, name: 'rm' }])])
      expect(await outcome).toMatchObject({ data: { reason: 'tool-calls-invalid' } })
      expect(bench.fake.requests).toHaveLength(2)
      expect(bodies()[1]).toContain('There is no tool named')
      expect(events.filter(({ type }) => type === 'tool-result')).toHaveLength(2)
    })

    if (family.callArguments === 'text') {
      it('tells the model about malformed arguments once, in a request that its server can parse', async () => {
        const { events, outcome } = ask([calls([{ ...one, arguments: '{"q":' }]), calls([one]), answer])
        expect(await outcome).toBeNull()
        expect(bodies()[1]).toContain('not valid JSON')
        expect(Object.values(resultsOf(events)).at(-1)).toBe('find.it {"q":"first"}')
      })
    }

    it('ends an endless series of calls at the limit of steps', async () => {
      const { events, outcome } = ask([calls([one])], { deps: loopDeps({ steps: 3 }) })
      expect(await outcome).toBeNull()
      expect(bench.fake.requests).toHaveLength(3)
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool-limit' })
    })

    it('asks once more without tools if the server refuses them', async () => {
      const refused: Script = {
        type: 'refusal',
        status: 400,
        error: { message: 'scripted does not support tools', type: 'invalid_request_error' },
      }
      const { events, outcome } = ask([refused, answer])
      expect(await outcome).toBeNull()
      expect(events[0]).toMatchObject({ type: 'notice', about: { reason: 'tools-unsupported' } })
      expect(bodies()[1]).not.toContain('Does find.it.')
    })

    it('keeps its tools if a refusal mentions them without saying that the model has none', async () => {
      const { outcome, events } = ask([
        { type: 'refusal', status: 503, error: { message: 'The tools service is temporarily unavailable' } },
      ])
      expect(await outcome).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
      expect(events).toEqual([])
      expect(bodies()).toHaveLength(1)
    })

    it('leaves out a tool whose schema the server refuses, and keeps the others', async () => {
      const refused: Script = {
        type: 'refusal',
        status: 400,
        error: {
          message: "Invalid schema for function 'odd_one': unknown keyword",
          type: 'invalid_request_error',
        },
      }
      const tools = [scriptedTool('find.it'), scriptedTool('odd.one')]
      const { events, outcome } = ask([refused, calls([one]), answer], { tools })
      expect(await outcome).toBeNull()
      expect(events[0]).toMatchObject({ about: { reason: 'tools-refused', tools: 'odd_one' } })
      expect(bodies().map((body) => body.includes('Does odd.one.'))).toEqual([true, false, false])
      expect(Object.values(resultsOf(events))).toEqual(['find.it {"q":"first"}'])
    })

    if (family.sealedReasoning !== undefined) {
      const { modelId, sent } = family.sealedReasoning
      it('sends reasoning back with its signature when it sends results', async () => {
        const [field = 'reasoning'] = family.reasoningFields
        const thought: Step = { type: 'tokens', tokens: ['Let me look.'], field }
        const { outcome } = ask([calls([one], [thought]), answer], { modelId })
        expect(await outcome).toBeNull()
        expect(bodies()[1]).toContain(sent)
      })
    }

    it('stops while the model is silent after a call', async () => {
      const { outcome, stop, events } = ask([calls([one]), { type: 'stream', steps: [{ type: 'silence' }] }])
      await bench.fake.waitForRequest(model)
      const second = await bench.fake.waitForRequest(model)
      stop()
      expect(await outcome).toBeNull()
      await second.closed
      expect(Object.keys(resultsOf(events))).toHaveLength(1)
    })

    it('stops while the user is asked', async () => {
      const asked = Promise.withResolvers<void>()
      const stopped = Promise.withResolvers<never>()
      const { outcome, stop, events } = ask([calls([one]), answer], {
        tools: [scriptedTool('find.it', { asks: {} })],
        context: {
          requestApproval: () => {
            asked.resolve()
            return stopped.promise
          },
        },
      })
      await asked.promise
      stop()
      stopped.reject(new Error('withdrawn'))
      expect(await outcome).toBeNull()
      expect(resultsOf(events)).toEqual({})
      expect(bench.fake.requests).toHaveLength(1)
    })

    it('stops while a tool runs, and aborts the tool', async () => {
      const running = Promise.withResolvers<AbortSignal>()
      const tool = scriptedTool('find.it', {
        run: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error))
            running.resolve(signal)
          }),
      })
      const { outcome, stop, events } = ask([calls([one]), answer], { tools: [tool] })
      const signal = await running.promise
      stop()
      expect(await outcome).toBeNull()
      expect(signal.aborted).toBe(true)
      expect(resultsOf(events)).toEqual({})
      expect(bench.fake.requests).toHaveLength(1)
    })
  })
}

/** An answer that makes these calls. */
function calls(pieces: readonly CallPiece[], before: readonly Step[] = []): Script {
  const steps = pieces.map((piece): Step => ({ type: 'call', piece }))
  return completeStream([...before, ...steps], { reason: 'tool_calls' })
}

/** True if the texts occur in this order; each may be in JSON within JSON. */
function placesOf(body: string, texts: readonly string[]): string {
  let from = 0
  const plain = body.replaceAll('\\', '')
  for (const text of texts) {
    const at = plain.indexOf(text.replaceAll('\\', ''), from)
    if (at < 0) return `not found in order: ${text}, in ${body}`
    from = at + 1
  }
  return 'in order'
}
