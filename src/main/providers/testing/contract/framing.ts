import { describe, expect, it } from 'vitest'

import type { Step } from '../../../../../e2e/fake-provider/script'
import { completeStream } from '../../../../../e2e/fake-provider/script'
import { createManualClock } from '../../../base/testing/manual-clock'
import { request, startProbe, textsOf, withoutDeltas } from '../run-probe'
import { answerEvents, setUpRemoteBench } from './bench'
import type { RemoteFamily, RemoteSubject } from './subject'

/** One answer in every way in which its bytes may validly arrive. */
export function describeFraming(subject: RemoteSubject): void {
  const { family } = subject
  describe('framing', () => {
    const bench = setUpRemoteBench(subject)
    const parts = answerBytes(family, 'Hello')
    const whole = parts.join('')
    const framings: [name: string, steps: Step[]][] = [
      ['CRLF line ends', [bytes(whole.replaceAll('\n', '\r\n'))]],
      ['CR line ends', [bytes(whole.replaceAll('\n', '\r'))]],
      ['no space after the colon', [bytes(whole.replaceAll(/^(data|event): /gm, '$1:'))]],
      ['no final line break', [bytes(whole.trimEnd())]],
      [
        'comments and other fields',
        parts.map((part) => bytes(`: waiting\n\n${part.replaceAll(/^data:/gm, 'id: 1\nretry: 5\ndata:')}`)),
      ],
      ['one byte at a time', whole.split('').map(bytes)],
    ]
    if (family.endsWith === 'last-event') {
      framings.push([
        'the last event split in its middle',
        [...pieces(whole, 9).map(bytes), { type: 'silence' }],
      ])
    }
    for (const [name, steps] of framings) {
      it(`reads ${name}`, async () => {
        const { events, error } = await bench.outcomeOf({ type: 'stream', steps })
        expect(error).toBeNull()
        expect(textsOf(events)).toEqual({ text: 'Hello', reasoning: '' })
        expect(withoutDeltas(events).filter(({ type }) => type !== 'usage')).toEqual([
          { type: 'finish', reason: 'end' },
        ])
      })
    }

    it(`treats an answer without its end event as ${family.withoutLastWord}`, async () => {
      const { events, error } = await bench.outcomeOf({
        type: 'stream',
        steps: [
          { type: 'tokens', tokens: ['Hello'] },
          { type: 'finish', reason: 'stop' },
        ],
      })
      const isComplete = family.withoutLastWord === 'complete'
      expect(textsOf(events).text).toBe('Hello')
      expect(withoutDeltas(events)).toEqual(isComplete ? [{ type: 'finish', reason: 'end' }] : [])
      if (isComplete) expect(error).toBeNull()
      else expect(error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
    })

    it('joins a character whose bytes arrived separately', async () => {
      const buffer = Buffer.from(answerBytes(family, 'Zürich 🏔').join(''))
      const middle = buffer.indexOf(Buffer.from('🏔')) + 2
      const { events, error } = await bench.outcomeOf({
        type: 'stream',
        steps: [
          { type: 'bytes', bytes: buffer.subarray(0, middle) },
          { type: 'wait', ms: 20 },
          { type: 'bytes', bytes: buffer.subarray(middle) },
        ],
      })
      expect({ ...textsOf(events), error }).toEqual({ text: 'Zürich 🏔', reasoning: '', error: null })
    })

    it('does not mistake a quoted last event for the last event', async () => {
      const text = `It ends with\n\n${answerEvents(family).done()}and so on`
      const { events } = await bench.outcomeOf(completeStream([{ type: 'tokens', tokens: [text, '!'] }]))
      expect(textsOf(events).text).toBe(`${text}!`)
    })

    if (family.withoutLastWord === 'complete') {
      it('ends with the finish when neither the end event nor the end of the body arrives', async () => {
        const clock = createManualClock()
        bench.fake.script('lingering', {
          type: 'stream',
          steps: [
            { type: 'tokens', tokens: ['Hello'] },
            { type: 'finish', reason: 'stop' },
          ],
          ending: 'linger',
        })
        const run = startProbe(bench.create({ clock }), request('lingering'))
        await run.waitForEvents(1)
        await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0)
        clock.advance(2_000)
        expect(await run.ended).toEqual({ error: null })
        expect(run.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
        await run.upstreamClosed
      })
    }

    it('yields the finish when the server leaves the socket open, and closes the socket', async () => {
      const clock = createManualClock()
      const run = startProbe(bench.create({ clock }), request('linger'))
      if (family.endsWith === 'silence') {
        await run.waitForEvents(1)
        await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0)
        clock.advance(2_000)
      }
      expect(await run.ended).toEqual({ error: null })
      expect(run.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
      if (family.endsWith === 'last-event') {
        expect(run.upstream).toEqual({ opened: 1, closed: 0 })
        clock.advance(100)
      }
      await run.upstreamClosed
    })
  })
}

/** A whole answer of one token, event by event. Leaves out what the protocol cannot express. */
function answerBytes(family: RemoteFamily, text: string): string[] {
  const events = answerEvents(family)
  const usage = { promptTokens: 12, completionTokens: 1, reasoningTokens: 0 }
  return [events.token('content', text), events.finish('stop'), events.usage(usage), events.done()].filter(
    (part) => part !== '',
  )
}

/** `text` with its last characters split into pieces. */
function pieces(text: string, length: number): string[] {
  const tail = text.slice(-3 * length)
  return [
    text.slice(0, -3 * length),
    ...[0, 1, 2].map((index) => tail.slice(index * length, (index + 1) * length)),
  ]
}

function bytes(text: string): Step {
  return { type: 'bytes', bytes: text }
}
