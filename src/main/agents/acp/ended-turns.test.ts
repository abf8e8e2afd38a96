import { expect, test } from 'vitest'

import type { SourceEvent } from '../../run-source/run-source'
import { EndedTurns, SortedUpdates } from './ended-turns'
import { openCodeAcp } from './profiles/opencode-acp'
import { parsedUpdate } from './testing/parsed-update'
import { TurnEvents } from './turn-events'

const chunk = (text: string, messageId?: string) =>
  parsedUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, messageId })
const call = parsedUpdate({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Look', kind: 'read' })
const result = parsedUpdate({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  status: 'completed',
  rawOutput: 'seen',
})

/** A process whose first turn, with the message `a` and the call `c`, is over, in its second one. */
function secondTurn() {
  const ended = new EndedTurns()
  const later: SourceEvent[] = []
  const known = { toolCallIds: new Set(['c']), reportedWarnings: new Set<string>() }
  const noted = { note: () => {} }
  const first = new TurnEvents(openCodeAcp, '/w', { ...known, toolCallIds: new Set() }, noted)
  for (const update of [chunk('One.', 'a'), call]) first.of(update)
  ended.add({ events: first, add: (event) => later.push(event) })
  return { sorted: new SortedUpdates(new TurnEvents(openCodeAcp, '/w', known, noted), ended), ended, later }
}

const text = (events: readonly SourceEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.text : `(${event.type})`)).join('')

test('chunks and results with ids of an earlier turn go to its answer, whenever they arrive', () => {
  const { sorted, later } = secondTurn()
  const own = [chunk('Late ', 'a'), result, chunk('Two', 'b'), chunk('text.', 'a'), chunk('.', 'b'), result]
  expect(text(own.flatMap((update) => sorted.of(update)))).toBe('Two.')
  expect(text(later)).toBe('(tool-result)Late text.')
})

test('an agent with one id for all its messages loses nothing, and its text is no longer held', () => {
  const { sorted, ended, later } = secondTurn()
  expect(text(['Two', '.'].flatMap((each) => sorted.of(chunk(each, 'a'))))).toBe('')
  expect(text(sorted.rest())).toBe('Two.')
  expect(ended.ownerOf(chunk('Three.', 'a'))).toBeNull()
  expect(later).toEqual([])
})

test('a chunk without an id belongs to the answer in progress', () => {
  const { sorted, later } = secondTurn()
  expect([text(sorted.of(chunk('Two.'))), later]).toEqual(['Two.', []])
})

test('text that waits when a turn fails is given to the answer whose id it has', () => {
  const { sorted, later } = secondTurn()
  sorted.of(chunk('Late.', 'a'))
  sorted.giveBack()
  expect([text(later), sorted.rest()]).toEqual(['Late.', []])
})
