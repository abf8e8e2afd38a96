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
  const { servers } = readConfig(json)
  expect(servers[0]?.notes).toMatchObject([{ data: { reason: 'placeholder-values', names: 'KEY' } }])
  expect(servers.map(({ notes: _notes, ...server }) => server)).toEqual([
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
  expect(readConfig(text).servers).toMatchObject([{ id: 'a', transport: { command: 'x', args: ['//b'] } }])
})

function many(count: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, value]))
}

test('says for each server why it cannot be used', () => {
  const entries: [name: string, value: unknown, reason: string, detail?: string][] = [
    ['none', {}, 'entry'],
    ['text', 'npx', 'entry'],
    ['old', { type: 'sse', url: 'https://a.example' }, 'sse'],
    ['asks', { command: '${input:x}' }, 'placeholder', '${input:x}'],
    ['asks-there', { url: 'https://a.example/${env:KEY}' }, 'placeholder', '${env:KEY}'],
    ['…', { command: 'x' }, 'entry-name'],
    ['long', { command: 'x'.repeat(5_000) }, 'entry-part', 'command'],
    ['args', { command: 'x', args: Array.from({ length: 201 }, () => 'y') }, 'entry-part', 'args'],
    ['arg', { command: 'x', args: ['y'.repeat(9_000)] }, 'entry-part', 'args'],
    ['odd', { command: 'x', args: [{}] }, 'entry-part', 'args'],
    ['env', { command: 'x', env: many(101, 'y') }, 'entry-part', 'env'],
    ['name', { command: 'x', env: { 'A B': 'y' } }, 'entry-part', 'env'],
    ['value', { command: 'x', env: { A: 'y'.repeat(20_000) } }, 'entry-part', 'env'],
    ['nested', { command: 'x', env: { A: { b: 1 } } }, 'entry-part', 'env'],
    ['header', { url: 'https://a.example', headers: { 'a b': 'y' } }, 'entry-part', 'headers'],
  ]
  const json = JSON.stringify({ mcpServers: Object.fromEntries(entries) })
  const found = readConfig(json).servers.map(({ name, transport, problem }) => {
    const { reason, name: part, names } = problem?.data ?? {}
    const detail = part ?? names
    return [name, transport, reason, ...(detail === undefined ? [] : [detail])]
  })
  expect(found).toEqual(entries.map(([name, , ...why]) => [name, undefined, ...why]))
})

test('says what of a server is not used: its file of variables and its folder', () => {
  const json = '{"servers": {"a": {"command": "x", "envFile": "${workspaceFolder}/.env", "cwd": "/tmp"}}}'
  const [server] = readConfig(json).servers
  expect(server).toMatchObject({
    transport: { command: 'x' },
    notes: [{ code: 'INVALID_INPUT', data: { reason: 'entry-unread', names: 'envFile, cwd' } }],
  })
})

test('reads no more servers than Parley keeps, and says how many were left out', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => [`s${index}`, { command: 'x' }] as const)
  const { servers, moreCount } = readConfig(JSON.stringify({ mcpServers: Object.fromEntries(entries) }))
  expect([servers.length, moreCount]).toEqual([100, 9_900])
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
  const { servers } = readConfig('{"mcpServers": {"__proto__": {"command": "x"}, "a": {"command": "y"}}}')
  expect(servers.map(({ id }) => id)).toEqual(['proto__', 'a'])
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
