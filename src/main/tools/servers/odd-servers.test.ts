import { expect, test, describe } from 'vitest'

import type { Fault } from '../../../../e2e/fake-mcp/faults.ts'
import { connectOdd, routes } from './testing/odd-server'
import { callOf } from './testing/opened-servers'

/** Oddities with what a call of `echo` with the text `Hi` returns. */
const results: Partial<Record<Fault, string>> = {
  'result-text': 'Hi',
  'result-list': 'Hi',
  'result-foreign': '{"toolResult":"Hi"}',
  'content-text': 'Hi',
  'content-object': 'Hi',
  'content-texts': 'Hi',
  'content-unknown': '{"type":"markdown","markdown":"Hi"}',
  'content-annotated': 'Hi',
  'structured-only': '{"text":"Hi"}',
  'structured-list': '["Hi"]',
  'structured-text': '"Hi"',
  'result-type': 'Hi',
}
const harmless = [
  'list-bare',
  'list-null',
  'prompts-refused',
  'start-bare',
  'start-empty',
  'no-version',
  'old-version',
  'text-ids',
  'null-error',
  'twice',
  'others-first',
  'null-ids',
  'joined',
  'list-params',
  'byte-order-mark',
  'line-ends',
] as const
const lines = ['log-words', 'log-json', 'log-colours', 'log-empty', 'log-before'] as const
const bodies = [
  'body-text',
  'body-json-as-events',
  'body-events-as-json',
  'event-names',
  'event-returns',
] as const

describe.each(routes)('over %s', (route) => {
  test('a result of any shape reaches the model, because the tool has acted', async () => {
    for (const [oddity, text] of Object.entries(results)) {
      const { servers } = await connectOdd(route, [oddity as Fault])
      const { result } = callOf(servers, 'echo', { input: { text: 'Hi' } })
      expect([oddity, await result]).toEqual([oddity, { text }])
    }
  })

  test('a server that breaks the protocol in a detail is used like any other', async () => {
    const oddities = [...harmless, ...(route.startsWith('http') ? bodies : lines)]
    for (const oddity of oddities) {
      const { info, servers } = await connectOdd(route, [oddity])
      expect([oddity, info.state, info.problem]).toEqual([oddity, 'ready', undefined])
      const { result } = callOf(servers, 'echo', { input: { text: 'Hi' } })
      expect([oddity, await result]).toEqual([oddity, { text: 'Hi' }])
      // Nothing of the start or the call is taken for an answer to another one.
      expect([oddity, await callOf(servers, 'fail').result]).toEqual([
        oddity,
        { text: 'No such city.', isError: true },
      ])
    }
  })

  test('any answer to a ping shows that the server is alive: other calls continue', async () => {
    for (const oddity of [
      'ping-list',
      'ping-more',
      'ping-text',
      'ping-null',
      'ping-error',
      'ping-odd-error',
    ] as const) {
      const { servers, restarted } = await connectOdd(route, [oddity])
      const { result, working, stop, closed } = callOf(servers, 'slow')
      const other = callOf(servers, 'slow', { sessionId: 'other' })
      await Promise.all([working, other.working])
      stop()
      await expect(result).rejects.toThrow('stopped')
      await closed
      expect([oddity, restarted, servers.list()[0]?.state]).toEqual([oddity, [], 'ready'])
      other.stop()
      await expect(other.result).rejects.toThrow('stopped')
    }
  })

  test('an answer that comes after its call was cancelled is no answer to the next call', async () => {
    const { servers } = await connectOdd(route, [])
    const { result, working, stop } = callOf(servers, 'late')
    await working
    stop()
    await expect(result).rejects.toThrow('stopped')
    expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
  })
})

test.each(['stdio', 'http'] as const)(
  'over %s, Stop does not end the call of another chat while a server executes one after the other',
  async (route) => {
    const { servers, restarted } = await connectOdd(route, ['in-turn'])
    const nap = callOf(servers, 'nap', { sessionId: 'other' })
    await nap.working
    const { result, stop } = callOf(servers, 'echo', { input: { text: 'Hi' } })
    stop()
    await expect(result).rejects.toThrow('stopped')
    expect([await nap.result, restarted]).toEqual([{ text: 'rested' }, []])
  },
)

describe('over http', () => {
  test.each(['forget-404', 'forget-400', 'forget-410', 'forget-401', 'forget-422', 'forget-200'] as const)(
    '%s: a call in a forgotten session is repeated in a new one, once, and others are not ended',
    async (fault) => {
      const { servers, requests } = await connectOdd('http', [fault])
      const other = callOf(servers, 'slow', { sessionId: 'other' })
      await other.working
      await callOf(servers, 'forget').result
      const count = () => requests.filter((method) => method === 'tools/call').length
      const before = count()
      expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
      expect(count()).toBe(before + 2)
      const resource = await servers.ask('fake', new AbortController().signal, (server, signal) =>
        server.readResource({ uri: 'note://one' }, signal),
      )
      expect(resource).toMatchObject([{ text: 'A note.' }])
      other.stop()
      await expect(other.result).rejects.toThrow('stopped')
    },
  )

  test.each(['http', 'http newer'] as const)(
    'a call over %s that gets no answer fails at once',
    async (route) => {
      const cases = [
        ['no-answer', 'connection-lost'],
        ['only-accepts', 'unreadable'],
      ] as const
      for (const [fault, reason] of cases) {
        const { servers } = await connectOdd(route, [fault])
        await expect(callOf(servers, 'echo').result).rejects.toMatchObject({ data: { reason } })
      }
    },
  )
})
