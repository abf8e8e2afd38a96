import { describe, expect, it } from 'vitest'

import type { CallPiece } from '../../../../../e2e/fake-provider/protocols/protocol'
import type { Script, Step } from '../../../../../e2e/fake-provider/script'
import { completeStream } from '../../../../../e2e/fake-provider/script'
import { documentDepth, isNestedDeeperThan, tooDeepMark } from '../../../../shared/json-depth'
import type { SourceEvent } from '../../../run-source/run-source'
import { textsOf, withoutDeltas, withoutEstimates } from '../run-probe'
import { setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** The content of an answer: errors, reasoning, calls. */
export function describeContent(subject: RemoteSubject): void {
  const { family } = subject
  describe('content', () => {
    const bench = setUpRemoteBench(subject)

    it('keeps the text before an error in the stream, and uses its code', async () => {
      const { events, error } = await bench.outcomeOf('error-event')
      expect(textsOf(events).text).toBe('Here is the answer.')
      expect(events.map(({ type }) => type)).not.toContain('finish')
      expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
      expect(error?.message).toContain('The engine is overloaded.')
    })

    it('keeps that text even if the server also closes the socket', async () => {
      const { events, error } = await bench.outcomeOf({
        type: 'stream',
        steps: [{ type: 'tokens', tokens: ['Half'] }, overloaded],
      })
      expect(withoutEstimates(events)).toEqual([{ type: 'text-delta', text: 'Half' }])
      expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
    })

    it('recognises an error in place of the first token', async () => {
      const { events, error } = await bench.outcomeOf({ type: 'stream', steps: [overloaded] })
      expect(events).toEqual([])
      expect(error).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
      expect(error?.message).toContain('The engine is overloaded.')
    })

    for (const field of family.reasoningFields) {
      it(`reads reasoning from the field ${field}`, async () => {
        const { events } = await bench.outcomeOf(
          completeStream([
            { type: 'tokens', tokens: ['Let me', ' think.'], field },
            { type: 'tokens', tokens: ['So it', ' is.'] },
          ]),
        )
        // Data that a provider wants back arrives in an event without text.
        const said = events.filter((event) => !('text' in event && event.text === ''))
        expect(said.slice(0, 4)).toEqual([
          { type: 'reasoning-delta', text: 'Let me' },
          { type: 'reasoning-delta', text: ' think.' },
          { type: 'text-delta', text: 'So it' },
          { type: 'text-delta', text: ' is.' },
        ])
      })
    }

    const call = (toolCallId: string, toolName: string, input: unknown) => ({
      type: 'tool-call',
      toolCallId: family.keepsCallIds ? toolCallId : (expect.stringMatching(/./) as string),
      toolName,
      input,
    })

    it('yields two calls in one answer, each with its own id', async () => {
      const { events } = await bench.outcomeOf('tool-calls-parallel')
      const [first, second, ...rest] = withoutDeltas(bare(events))
      expect([first, second]).toEqual([
        call('call_1', 'get_weather', { city: 'Bern' }),
        call('call_2', 'get_time', { city: 'Bern' }),
      ])
      expect(
        new Set([first, second].map((event) => event?.type === 'tool-call' && event.toolCallId)).size,
      ).toBe(2)
      expect(rest.at(-1)).toEqual({ type: 'finish', reason: 'end' })
    })

    it('separates interleaved calls', async () => {
      const { events } = await bench.outcomeOf(
        calls([
          { index: 0, id: 'a', name: 'f', arguments: '{"x"' },
          { index: 1, id: 'b', name: 'g', arguments: '{"y"' },
          { index: 0, arguments: ':1}' },
          { index: 1, arguments: ':2}' },
        ]),
      )
      expect(withoutDeltas(bare(events)).slice(0, 2)).toEqual([
        call('a', 'f', { x: 1 }),
        call('b', 'g', { y: 2 }),
      ])
    })

    it('yields an empty object for a call without arguments', async () => {
      const { events } = await bench.outcomeOf(calls([{ index: 0, id: 'a', name: 'f', arguments: '{}' }]))
      expect(bare(events)[0]).toEqual(call('a', 'f', {}))
    })

    it('yields a call even if the finish reason does not mention calls', async () => {
      const { events } = await bench.outcomeOf(
        calls([{ index: 0, id: 'a', name: 'f', arguments: '{"x":1}' }], 'stop'),
      )
      expect(bare(events)[0]).toEqual(call('a', 'f', { x: 1 }))
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
    })

    it('keeps the text before a call', async () => {
      const { events } = await bench.outcomeOf(
        completeStream([
          { type: 'tokens', tokens: ['I look.'] },
          { type: 'call', piece: { index: 0, id: 'a', name: 'f', arguments: '{"x":1}' } },
        ]),
      )
      expect(bare(events).slice(0, 2)).toEqual([
        { type: 'text-delta', text: 'I look.' },
        call('a', 'f', { x: 1 }),
      ])
    })

    it('explains a call that arrives as text, and one that is announced and never arrives', async () => {
      const tools = [{ name: 'get_weather', description: '', inputSchema: { type: 'object' } }]
      const asText = '<tool_call>\n{"name": "get_weather", "arguments": {}}\n</tool_call>'
      const said = await bench.outcomeOf(completeStream([{ type: 'tokens', tokens: ['I look. ', asText] }]), {
        tools,
      })
      expect(textsOf(said.events).text).toBe(`I look. ${asText}`)
      expect(said.error).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason: 'call-as-text' } })
      if (!family.announcesCalls) return
      const announced = completeStream([{ type: 'tokens', tokens: ['I look.'] }], { reason: 'tool_calls' })
      const missing = await bench.outcomeOf(announced, { tools })
      expect(textsOf(missing.events).text).toBe('I look.')
      expect(missing.error).toMatchObject({ code: 'PROVIDER_PROTOCOL', data: { reason: 'call-missing' } })
    })

    it('truncates deeply nested arguments, and keeps the text around the call', async () => {
      const depth = 3_000
      const { events, error } = await bench.outcomeOf(
        completeStream([
          { type: 'tokens', tokens: ['I look.'] },
          {
            type: 'call',
            piece: {
              index: 0,
              id: 'a',
              name: 'f',
              arguments: `{"x":1,"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`,
            },
          },
        ]),
      )
      expect(error).toBeNull()
      expect(bare(events).slice(0, 2)).toEqual([
        { type: 'text-delta', text: 'I look.' },
        call('a', 'f', { x: 1, deep: expect.anything() as unknown }),
      ])
      const [input] = events.flatMap((event) => (event.type === 'tool-call' ? [event.input] : []))
      expect(isNestedDeeperThan(input, documentDepth)).toBe(false)
      expect(JSON.stringify(input)).toContain(tooDeepMark)
    })

    it('accepts tool and argument names that are properties of every object', async () => {
      const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
      const { events, error } = await bench.outcomeOf(
        calls(
          names.map((name, index) => ({
            index,
            id: `id-${name}`,
            name,
            arguments: '{"toString":1,"constructor":{"prototype":2},"__proto__":{"a":1}}',
          })),
        ),
      )
      expect(error).toBeNull()
      expect(withoutDeltas(bare(events)).slice(0, names.length)).toEqual(
        names.map((name) => call(`id-${name}`, name, expect.objectContaining({ toString: 1 }))),
      )
    })

    if (family.callArguments === 'text') {
      it('keeps arguments that are not JSON as text', async () => {
        const { events } = await bench.outcomeOf(
          calls([{ index: 0, id: 'a', name: 'f', arguments: '{"x":' }]),
        )
        expect(bare(events)[0]).toEqual(call('a', 'f', '{"x":'))
      })
    }
  })
}

const overloaded: Step = {
  type: 'error',
  error: { message: 'The engine is overloaded.', type: 'server_error', code: 'overloaded' },
}

/** Events without the data that a family sends back to itself. */
function bare(events: readonly SourceEvent[]): SourceEvent[] {
  return events
    .filter((event) => event.type !== 'reasoning-delta' || event.text !== '')
    .map((event) => {
      if (event.type !== 'tool-call' && event.type !== 'reasoning-delta') return event
      const { providerData: _, ...rest } = event
      return rest
    })
}

/** A stream of these tool call pieces. */
function calls(callPieces: CallPiece[], reason = 'tool_calls'): Script {
  return completeStream(
    callPieces.map((piece): Step => ({ type: 'call', piece })),
    { reason },
  )
}
