import type { Result } from 'axe-core'
import { expect, test } from 'vitest'

import { assertInspected, withoutExcused } from './axe-findings.ts'

function violation(id: string, ...places: string[]): Result {
  const nodes = places.map((html) => ({ html, any: [], all: [], none: [], target: [] }))
  return { id, nodes, tags: [], description: '', help: '', helpUrl: '' }
}

test('an inspection in which no rule found an element to check fails', () => {
  const empty = { violations: [], incomplete: [], passed: 0 }
  expect(() => assertInspected(empty)).toThrow('nothing was inspected')
  assertInspected({ ...empty, passed: 2 })
  assertInspected({ ...empty, violations: [violation('region', '<p>')] })
})

test('a violation is ignored only if every element that it names is excused', () => {
  const excuse = [{ rule: 'region', at: 'popup' }]
  const all = violation('region', '<div class="popup">', '<p class="popup">')
  const some = violation('region', '<div class="popup">', '<p>')
  const other = violation('list', '<div class="popup">')
  const nowhere = violation('region')
  expect(withoutExcused([all, some, other, nowhere], excuse)).toEqual([some, other, nowhere])
})
