import { expect, it } from 'vitest'

import { isDelta } from '../../../shared/runs/events'
import { seededRandom } from '../../base/seeded-random'
import type { SourceEvent } from '../../run-source/run-source'
import { cut, mutatedBody, streamFamilies } from './mutated-streams'
import { readBody } from './read-body'

const isSealed = (one: SourceEvent) => one.type === 'reasoning-delta' && one.providerData !== undefined

/** The events with neighbouring text as one, and how many pieces of text there were. */
function joined(events: readonly SourceEvent[]): { events: SourceEvent[]; pieces: number } {
  const all: SourceEvent[] = []
  let pieces = 0
  for (const given of events) {
    const { joined: count = 1, ...event } = { joined: undefined, ...given }
    const last = all.at(-1)
    if (isDelta(event)) pieces += count
    if (last !== undefined && isDelta(last) && isDelta(event) && last.type === event.type) {
      if (!isSealed(last) && !isSealed(event)) {
        last.text += event.text
        continue
      }
    }
    // Parley names calls that have no id.
    all.push('toolCallId' in event ? { ...event, toolCallId: 'call' } : event)
  }
  return { events: all, pieces }
}

for (const family of streamFamilies) {
  it(`reads the same answer however its bytes arrive: ${family.name}`, async () => {
    const random = seededRandom(`any split of ${family.name}`)
    for (let count = 0; count < 60; count += 1) {
      const body = mutatedBody(family, random)
      const readIn = async (chunks: readonly Uint8Array[]) => {
        const { events, error, skipped } = await readBody(family.protocol, chunks)
        return { ...joined(events), error: error?.message, skipped, body }
      }
      const atOnce = await readIn([Buffer.from(body)])
      expect(await readIn(cut(body, random))).toEqual(atOnce)
    }
  })
}

it('joins the text of one read after its first events, and only neighbouring text of one kind', async () => {
  const [family] = streamFamilies
  const events = family?.speaks.events({ id: 1, model: 'asked', arrivedMs: 0 })
  if (family === undefined || events === undefined) throw new Error('there are no families')
  const said = Array.from({ length: 70 }, () => events.token('content', 'x')).join('')
  const thought = Array.from({ length: 3 }, () => events.token('reasoning', 'b')).join('')
  const body = said + thought + said + events.finish('stop') + events.done()
  const read = await readBody(family.protocol, [Buffer.from(body)])
  const single = Array.from({ length: 63 }, () => ({ type: 'text-delta', text: 'x' }))
  expect(read.events).toEqual([
    ...single,
    { type: 'text-delta', text: 'xxxxxxx', joined: 7 },
    { type: 'reasoning-delta', text: 'bbb', joined: 3 },
    { type: 'reasoning-delta', text: '', providerData: { 'openai-compatible': { textField: 'reasoning' } } },
    { type: 'text-delta', text: 'x'.repeat(70), joined: 70 },
    { type: 'finish', reason: 'end' },
  ])
})
