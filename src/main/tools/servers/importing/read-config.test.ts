import { expect, test } from 'vitest'

import { readConfig } from './read-config'

test('reads mcpServers, with commands and addresses', () => {
  const json = JSON.stringify({
    mcpServers: {
      'My files': { command: 'npx', args: ['-y', 'server'], env: { PORT: 1, KEY: '${input:key}' } },
      remote: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer a' } },
      off: { command: 'x', disabled: true },
    },
  })
  expect(readConfig(json)).toEqual([
    {
      name: 'My files',
      id: 'My-files',
      isEnabled: true,
      transport: { type: 'stdio', command: 'npx', args: ['-y', 'server'], env: { PORT: '1' } },
    },
    {
      name: 'remote',
      id: 'remote',
      isEnabled: true,
      transport: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer a' } },
    },
    {
      name: 'off',
      id: 'off',
      isEnabled: false,
      transport: { type: 'stdio', command: 'x', args: [], env: {} },
    },
  ])
})

test.each([
  [
    'VS Code, with comments',
    '{ // mine\n "servers": { "a": { "command": "x", /* no */ "args": ["//b",], }, } }',
  ],
  ['VS Code’s settings', '{"editor.x": 1, "mcp": {"servers": {"a": {"command": "x", "args": ["//b"]}}}}'],
  ['only the servers', '{"a": {"command": "x", "args": ["//b"]}}'],
])('reads %s', (_what, text) => {
  expect(readConfig(text)).toMatchObject([{ id: 'a', transport: { command: 'x', args: ['//b'] } }])
})

test('says why a server cannot be used', () => {
  const json = JSON.stringify({
    mcpServers: {
      none: {},
      old: { type: 'sse', url: 'https://a.example' },
      asks: { command: '${input:x}' },
      '…': { command: 'x' },
    },
  })
  const reasons = readConfig(json).map(({ name, problem }) => [name, problem?.data?.['reason']])
  expect(reasons).toEqual([
    ['none', 'entry'],
    ['old', 'sse'],
    ['asks', 'placeholder'],
    ['…', 'entry'],
  ])
})

test.each([
  ['{', 'json'],
  [`{"mcpServers": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'json'],
  ['{"mcpServers": {}}', 'none'],
  ['{"theme": "dark"}', 'none'],
  ['[1]', 'none'],
])('refuses a text without servers', (text, reason) => {
  expect(() => readConfig(text)).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ reason }) }),
  )
})

test('a server named __proto__ changes nothing', () => {
  const read = readConfig('{"mcpServers": {"__proto__": {"command": "x"}, "a": {"command": "y"}}}')
  expect(read.map(({ id }) => id)).toContain('a')
  expect(Object.hasOwn(Object.prototype, 'command')).toBe(false)
})

test.each(['"\\', '/* '])('refuses a long text of %j at once', (piece) => {
  const startedAt = performance.now()
  expect(() => readConfig(piece.repeat(100_000))).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ reason: 'json' }) }),
  )
  // Reading the rest of it again for each piece would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
