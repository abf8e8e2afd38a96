import { expect, test } from 'vitest'

import { isRecord } from '../../../../../../shared/record'
import { isNestedDeeperThan } from '../../../../../../shared/json-depth'
import { conversationsIn, readElement } from '../../reading/read-element'
import { conversationsOfApps, treesOfApps } from '../../testing/files-of-apps'

/** Values that no field expects. */
const oddValues: unknown[] = [
  null,
  undefined,
  -1,
  Number.MAX_VALUE,
  true,
  '',
  '\ud800\0',
  'data:image/png;base64,%%%',
  [],
  [[], null, 5],
  {},
  JSON.parse('{"__proto__":{"role":"user"},"constructor":5}'),
  { type: 'text', text: { value: { value: 5 } } },
  [{ type: 'tool_call', tool_call: 'x' }, { type: 'image_url' }, { part: 5 }],
]

/** Copies of `value` in which one field or entry is replaced, each in turn. */
function* replacements(value: unknown, replace: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      yield value.with(index, replace)
      for (const other of replacements(each, replace)) yield value.with(index, other)
    }
  } else if (isRecord(value)) {
    for (const [key, each] of Object.entries(value)) {
      yield { ...value, [key]: replace }
      for (const other of replacements(each, replace)) yield { ...value, [key]: other }
    }
  }
}

const nodes = [
  { id: 'q', text: 'question' },
  { id: 'a', parent: 'q', text: 'answer' },
  { id: 'b', parent: 'q', role: 'assistant', text: 'other answer' },
]

for (const [source, conversation] of Object.entries(treesOfApps)) {
  test(`${source}: keeps the branches`, () => {
    const [value] = [...conversationsIn(conversation('c', nodes))]
    const read = readElement(value)
    if (read?.status !== 'good') throw new Error(JSON.stringify(read))
    const { messages, remarks } = read.conversation
    const links = messages.map(({ key, parentKey }) => [key, parentKey])
    expect(links.toSorted(([one = ''], [other = '']) => String(one).localeCompare(String(other)))).toEqual([
      ['a', 'q'],
      ['b', 'q'],
      ['q', null],
    ])
    expect(remarks).toEqual([])
  })
}

for (const [source, conversation] of Object.entries(conversationsOfApps)) {
  test(`${source}: reads titles, texts and authors in order, and recognises the same conversation the next time`, () => {
    const [value] = [...conversationsIn(conversation('c', nodes.slice(0, 2)))]
    const read = readElement(value)
    if (read?.status !== 'good') throw new Error(JSON.stringify(read))
    const { head, messages, leafKey, remarks } = read.conversation
    expect([read.source, head.title?.startsWith('Chat ')]).toEqual([source, true])
    expect(head.origin.startsWith(`${source}:`)).toBe(true)
    expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
      ['user', [{ type: 'text', text: 'question' }]],
      ['assistant', [{ type: 'text', text: 'answer' }]],
    ])
    expect([leafKey, remarks]).toEqual([messages[1]?.key, []])
    const grown = [...conversationsIn(conversation('c', [...nodes.slice(0, 2), { id: 'z', parent: 'a' }]))]
    const later = readElement(grown[0])
    if (later?.status !== 'good') throw new Error(JSON.stringify(later))
    expect(readElement(structuredClone(value))).toEqual(read)
    expect(later.conversation.head.origin).toBe(head.origin)
    expect(later.conversation.messages.slice(0, 2).map(({ origin }) => origin)).toEqual(
      messages.map(({ origin }) => origin),
    )
  })

  test(`${source}: no value in any place throws`, () => {
    for (const odd of oddValues) {
      for (const value of replacements(conversation('c', nodes), odd)) {
        for (const each of conversationsIn(value)) {
          const read = readElement(each)
          const isGood = read?.status === 'good'
          if (isGood) expect(isNestedDeeperThan(read.conversation.messages, 240)).toBe(false)
          expect([null, 'good', 'skipped']).toContain(read?.status ?? null)
        }
      }
    }
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
  })
}
