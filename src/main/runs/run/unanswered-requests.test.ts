import { expect, test } from 'vitest'

import type { SessionId } from '../../../shared/ids'
import { ParleyError } from '../../../shared/errors'
import { createRunHarness, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

type Harness = ReturnType<typeof createRunHarness>
type Options = NonNullable<Parameters<typeof createRunHarness>[1]>

/** Asks in a chat, or in a pane; returns its session. */
const asks: Record<'chat' | 'pane', (harness: Harness) => Promise<SessionId>> = {
  async chat(harness) {
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text: 'Hi' })
    return sessionId
  },
  pane(harness) {
    const [pane] = harness.newComparison().panes
    if (pane === undefined) throw new Error('expected panes')
    harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' })
    return Promise.resolve(pane.sessionId)
  },
}

const retry = { type: 'notice', code: 'RETRY', message: 'Again later.', retryAt: 60_000 } as const

/** The fate of a request before its answer is stopped, and the record of it. */
const cases: [string, (source: ScriptedSource) => Promise<void> | void, Options, (number | null)[]][] = [
  ['is awaited', (source) => source.context?.onUpstreamOpened(), {}, [null]],
  [
    'is awaited, on a model that costs nothing',
    (source) => source.context?.onUpstreamOpened(),
    { facts: () => ({ isFree: true }) },
    [],
  ],
  ['was not sent yet', () => {}, {}, []],
  [
    'was refused and waits to be sent again',
    async (source) => {
      source.context?.onUpstreamOpened()
      // The connection of the refused attempt is still closing.
      source.say(retry)
      await source.idle()
    },
    {},
    [],
  ],
  [
    'was sent again',
    async (source) => {
      source.context?.onUpstreamOpened()
      source.say(retry)
      await source.idle()
      source.context?.onUpstreamOpened()
      source.context?.onUpstreamClosed()
    },
    {},
    [null],
  ],
  [
    'has ended, with nothing in its answer',
    (source) => {
      source.context?.onUpstreamOpened()
      source.context?.onUpstreamClosed()
    },
    {},
    [],
  ],
  [
    'is awaited beside another that has ended',
    (source) => {
      source.context?.onUpstreamOpened()
      source.context?.onUpstreamOpened()
      source.context?.onUpstreamClosed()
    },
    {},
    [null],
  ],
  [
    'is awaited after a notice about something else',
    async (source) => {
      source.context?.onUpstreamOpened()
      source.say({ type: 'notice', code: 'TOOLS_REFUSED', message: 'Without tools.' })
      await source.idle()
    },
    {},
    [null],
  ],
  [
    'was answered with nothing',
    async (source) => {
      source.end()
      await turn()
    },
    {},
    [null],
  ],
  [
    'lost its answer and waits to be sent again',
    async (source) => {
      source.context?.onUpstreamOpened()
      source.context?.onUpstreamClosed()
      source.say({ ...retry, cause: { code: 'PROVIDER_UNREACHABLE', data: { mayHaveCost: true } } })
      await source.idle()
    },
    {},
    [null],
  ],
  [
    'lost its answer for good',
    async (source) => {
      source.context?.onUpstreamOpened()
      source.fail(new ParleyError('PROVIDER_UNREACHABLE', 'Closed.', { data: { mayHaveCost: true } }))
      await turn()
    },
    {},
    [null],
  ],
  [
    'was refused',
    async (source) => {
      source.context?.onUpstreamOpened()
      source.fail(new ParleyError('PROVIDER_AUTH', 'No.'))
      await turn()
    },
    {},
    [],
  ],
]

const costsOf = ({ database }: Harness) =>
  database.query<{ cost_usd: number | null }>('SELECT cost_usd FROM spending').all()

for (const [place, ask] of Object.entries(asks)) {
  test.each(cases)(
    `a ${place} whose request %s has the cost that the provider may charge, although nothing arrived`,
    async (_what, happens, options, costs) => {
      const source = new ScriptedSource()
      const harness = createRunHarness(source.run, options)
      const sessionId = await ask(harness)
      await source.idle()
      await happens(source)
      const stopped = harness.active.get(sessionId)?.stop('user')
      await turn()
      // The receipt waits for connections that are still closing.
      harness.clock.advance(3_000)
      await stopped
      expect(costsOf(harness).map(({ cost_usd }) => cost_usd)).toEqual(costs)
    },
  )
}

test('a request that timed out before anything arrived has an unknown cost, also if the disk is full at first', async () => {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run, { timeouts: { idleMs: 1_000, wallMs: 0 } })
  const sessionId = await asks.chat(harness)
  await source.idle()
  source.context?.onUpstreamOpened()
  harness.database.setFault('full')
  harness.clock.advance(1_000)
  await turn()
  harness.clock.advance(3_000)
  await turn()
  harness.database.setFault(null)
  harness.active.saveUnsaved(sessionId)
  expect(costsOf(harness)).toEqual([{ cost_usd: null }])
})
