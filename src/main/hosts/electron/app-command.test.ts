import { expect, it } from 'vitest'

import { findCommand } from './app-command'

it.each([
  { argv: [], command: null },
  { argv: ['parley://new?text=--mcp'], command: null },
  { argv: ['--', '--mcp'], command: null },
  { argv: ['--mcp'], command: { name: 'mcp', args: [] } },
  {
    argv: ['--no-sandbox', '--mcp', '--', '--tools', 'mcp:notes/search', '--allow-unlimited'],
    command: { name: 'mcp', args: ['--tools', 'mcp:notes/search', '--allow-unlimited'] },
  },
  {
    argv: ['.', '--eval', 'mine.csv', '--', '--mcp'],
    command: { name: 'eval', args: ['mine.csv', '--', '--mcp'] },
  },
])('finds the command of $argv', ({ argv, command }) => {
  expect(findCommand(['/opt/Parley/parley', ...argv])).toEqual(command)
})
