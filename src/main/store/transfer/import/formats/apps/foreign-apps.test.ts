import { expect, test } from 'vitest'

import { isRecord } from '../../../../../../shared/record'
import { isNestedDeeperThan } from '../../../../../../shared/json-depth'
import { treesOfApps } from '../../testing/files-of-apps'
import { conversationsIn, readElement } from '../../reading/read-element'

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
  test(`${source}: keeps the branches, and knows the same conversation again`, () => {
    const [value] = [...conversationsIn(conversation('c', nodes))]
    const read = readElement(value)
    if (read?.status !== 'good') throw new Error(JSON.stringify(read))
    const { head, messages, leafKey, remarks } = read.conversation
    expect([read.source, head.origin, head.title]).toEqual([source, `${source}:c`, 'Chat c'])
    expect(messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
      ['q', null],
      ['a', 'q'],
      ['b', 'q'],
    ])
    expect([leafKey, remarks]).toEqual(['b', []])
    const again = readElement(structuredClone(value))
    expect(again).toEqual(read)
  })

  test(`${source}: no value in any place throws, or changes what is read elsewhere`, () => {
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
