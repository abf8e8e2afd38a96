import { expect, test } from 'vitest'

import { openFakeBench, startFakeTurn } from './testing/fake-turn'

test('a stop of Claude Code in mid-stream asks by the protocol, so that what was used is known', async () => {
  const bench = openFakeBench()
  const turn = startFakeTurn(bench, 'claude-code', { prompt: 'slow 500 at 20ms' })
  await turn.waitFor(({ type }) => type === 'text-delta')
  turn.stop()
  expect(await turn.ended).toEqual({ error: null })
  expect(turn.events.at(-1)).toMatchObject({ type: 'usage' })
  expect(bench.fakes.records()).toContainEqual(
    expect.objectContaining({ message: expect.objectContaining({ request: { subtype: 'interrupt' } }) }),
  )
})
