import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { messageTree, type NodeMessage, type TreeNode } from './message-tree'

function said(text: string, createdAt: number | null = 1): NodeMessage {
  return { role: 'user', parts: [{ type: 'text', text }], status: 'complete', createdAt }
}

function node(
  key: string,
  parentKey: string | null,
  message: NodeMessage | null = said(key),
  rank = 0,
): TreeNode {
  return { key, parentKey, rank, message }
}

const options = { currentKey: null, createdAt: 5 }

/** Each message with its parent. */
function links(nodes: readonly TreeNode[], currentKey: string | null = null) {
  const tree = messageTree(nodes, { ...options, currentKey })
  return {
    links: tree.messages.map(({ key, parentKey }) => [key, parentKey]),
    leaf: tree.leafKey,
    orphans: tree.orphanCount,
    circles: tree.cycleCount,
  }
}

test('a child of a node without a message follows the message before it', () => {
  const nodes = [
    node('root', null, null),
    node('a', 'root'),
    node('gap', 'a', null),
    node('b', 'gap'),
    node('c', 'gap'),
  ]
  expect(links(nodes, 'gap')).toEqual({
    links: [
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
    ],
    leaf: 'a',
    orphans: 0,
    circles: 0,
  })
})

test('keeps the order of siblings from their parent’s list', () => {
  const nodes = [node('a', null), node('second', 'a', said('s'), 1), node('first', 'a', said('f'), 0)]
  expect(links(nodes).links).toEqual([
    ['a', null],
    ['first', 'a'],
    ['second', 'a'],
  ])
})

test('a message with a missing parent starts a branch, and is counted', () => {
  expect(links([node('a', null), node('lost', 'nowhere'), node('below', 'lost')])).toEqual({
    links: [
      ['a', null],
      ['lost', null],
      ['below', 'lost'],
    ],
    leaf: 'below',
    orphans: 1,
    circles: 0,
  })
})

test('cuts and counts a cycle before its first node, and keeps what is below it in place', () => {
  expect(links([node('a', 'c'), node('b', 'a'), node('c', 'b')])).toMatchObject({
    links: [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
    ],
    circles: 1,
  })
  expect(
    links([node('below', 'b'), node('ok', null), node('self', 'self'), node('a', 'b'), node('b', 'a')]),
  ).toMatchObject({
    links: [
      ['ok', null],
      ['self', null],
      ['a', null],
      ['b', 'a'],
      ['below', 'b'],
    ],
    circles: 2,
  })
})

test('a message without a time gets that of the one before it', () => {
  const tree = messageTree(
    [node('a', null, said('a', null)), node('b', 'a', said('b', 9)), node('c', 'b', said('c', null))],
    options,
  )
  expect(tree.messages.map(({ createdAt }) => createdAt)).toEqual([5, 9, 9])
})

test('a path of 100,000 messages does not overflow the stack', () => {
  const nodes = Array.from({ length: 100_000 }, (_, index) =>
    node(`${index}`, index === 0 ? null : `${index - 1}`),
  )
  expect(links(nodes.toReversed()).links.length).toBe(100_000)
})

test('for any nodes, each message appears once, after its parent', () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'missing')
  const anyNodes = fc.uniqueArray(
    fc.record({ key: keys, parentKey: fc.option(keys), isEmpty: fc.boolean(), rank: fc.nat(3) }),
    { selector: ({ key }) => key },
  )
  fc.assert(
    fc.property(anyNodes, fc.option(keys), (given, currentKey) => {
      const nodes = given.map(({ key, parentKey, isEmpty, rank }) =>
        node(key, parentKey, isEmpty ? null : said(key), rank),
      )
      const tree = messageTree(nodes, { ...options, currentKey })
      expect(tree.cycleCount > 0).toBe(hasCircle(nodes))
      const seen = new Set<string>()
      for (const { key, parentKey } of tree.messages) {
        expect(parentKey === null || seen.has(parentKey)).toBe(true)
        expect(seen.has(key)).toBe(false)
        seen.add(key)
      }
      expect(seen).toEqual(new Set(nodes.filter(({ message }) => message !== null).map(({ key }) => key)))
      expect(tree.leafKey === null || seen.has(tree.leafKey)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

function hasCircle(nodes: readonly TreeNode[]): boolean {
  const parents = new Map(nodes.map(({ key, parentKey }) => [key, parentKey]))
  return nodes.some(({ key }) => {
    let above = parents.get(key) ?? null
    for (let steps = 0; above !== null && steps < nodes.length; steps += 1) {
      if (above === key) return true
      above = parents.get(above) ?? null
    }
    return false
  })
}
