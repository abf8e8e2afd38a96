import { expect, test } from 'vitest'

import { wireToolName } from './wire-tool-name'

test.each([
  ['web.fetch', 'web_fetch'],
  ['ask_user', 'ask_user'],
  ['mcp:everything/get-sum', 'everything__get-sum'],
  ['mcp:files/read_file', 'files__read_file'],
])('names %s %s', (name, expected) => {
  expect(wireToolName(name)).toBe(expected)
})

test('gives every tool a valid name of its own', () => {
  const names = [
    'mcp:a/b__c',
    'mcp:a__b/c',
    'mcp:a/_b',
    'mcp:a_/b',
    'mcp:a/__proto__',
    'mcp:a/constructor',
    'mcp:a/größe',
    'mcp:a/gr__e',
    'mcp:1/x',
    'mcp:a/b/c',
    'mcp:a/b c',
    'mcp:a/b_c',
    `mcp:a/${'x'.repeat(200)}`,
    `mcp:a/${'x'.repeat(201)}`,
    '工具',
    '',
    'web.fetch',
    'Some.Tool',
  ]
  const wire = names.map(wireToolName)
  for (const name of wire) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
  expect(new Set(wire).size).toBe(names.length)
})
