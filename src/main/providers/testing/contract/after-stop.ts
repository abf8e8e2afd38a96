import { describe, expect, it } from 'vitest'

import type { Part } from '../../../../shared/sessions/messages'
import { message, request, startProbe } from '../run-probe'
import { setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** The request after a stop: a partial answer must not make it invalid. */
export function describeAfterStop(subject: RemoteSubject): void {
  describe('continuing after a stop', () => {
    const bench = setUpRemoteBench(subject)

    it('sends a result for the open call, and omits thinking without a signature', async () => {
      const open = message(
        'assistant',
        [
          { type: 'reasoning', text: 'an unsigned thought' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { q: 1 }, state: 'cancelled' },
        ],
        { status: 'partial' },
      )
      const messages = [message('user', 'Look'), open, message('user', 'Go on')]
      const run = startProbe(bench.provider, request('brief', { messages }))
      expect(await run.ended).toEqual({ error: null })
      const { body } = await bench.fake.waitForRequest()
      expect(body).toMatchObject(subject.family.afterStop)
      expect(JSON.stringify(body)).not.toContain('an unsigned thought')
      expect(JSON.stringify(body)).toContain('The call was cancelled before it returned a result.')
    })

    it('sends calls of tools whose names are properties of every object', async () => {
      const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
      const calls = names.map((toolName): Part => ({
        type: 'tool-call',
        toolCallId: toolName,
        toolName,
        input: {},
        state: 'done',
      }))
      const results = names.map((toolCallId): Part => ({
        type: 'tool-result',
        toolCallId,
        output: `of ${toolCallId}`,
      }))
      const messages = [
        message('user', 'Look'),
        message('assistant', [...calls, ...results]),
        message('user', 'Go on'),
      ]
      const run = startProbe(bench.provider, request('brief', { messages }))
      expect(await run.ended).toEqual({ error: null })
      const body = JSON.stringify((await bench.fake.waitForRequest()).body)
      for (const name of names) {
        expect(body).toContain(`"name":"${name}"`)
        expect(body).toContain(`of ${name}`)
      }
    })

    it('continues after an answer that was stopped before its first token', async () => {
      const messages = [
        message('user', 'First'),
        message('assistant', [], { status: 'partial' }),
        message('user', 'Second'),
      ]
      const run = startProbe(bench.provider, request('brief', { messages }))
      expect(await run.ended).toEqual({ error: null })
      expect(JSON.stringify((await bench.fake.waitForRequest()).body)).toContain('First\\n\\nSecond')
    })

    it('continues after an answer that was stopped while thinking', async () => {
      const messages = [
        message('user', 'First'),
        message('assistant', [{ type: 'reasoning', text: 'an unsigned thought' }], { status: 'partial' }),
        message('user', 'Second'),
      ]
      const run = startProbe(bench.provider, request('brief', { messages }))
      expect(await run.ended).toEqual({ error: null })
      const { body } = await bench.fake.waitForRequest()
      expect(JSON.stringify(body)).not.toContain('an unsigned thought')
    })
  })
}
