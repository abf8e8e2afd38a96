import { expect, test } from 'vitest'

import { isToolOn } from '../../../shared/tools/tools'
import { countOn, type ListedTool } from './tools'
import {
  countInGroup,
  enabledTokens,
  groupsOf,
  groupState,
  matchingGroups,
  type ToolGroup,
  toolState,
  turnGroup,
  turnTool,
} from './tool-groups'

const tool = (name: string, fields: Partial<ListedTool> = {}): ListedTool => ({
  name,
  title: name,
  description: '',
  kind: 'other',
  isEnabled: false,
  tokens: 100,
  ...fields,
})

const own = ['web.fetch', 'web.search', 'files.read', 'files.edit', 'code.run', 'ask_user'].map((name) =>
  tool(name),
)
const ofServer = ['a', 'b', 'deep/c'].map((name) => tool(`mcp:notes/${name}`, { serverId: 'notes' }))
const groups = groupsOf([...ofServer, ...own])

function group(id: string): ToolGroup {
  const found = groups.find((each) => each.id === id)
  if (found === undefined) throw new Error(`no group ${id}`)
  return found
}

test('lists own tools first and the tools of each server together', () => {
  expect(groups.map(({ id, tools }) => [id, tools.length])).toEqual([
    ['web', 2],
    ['files', 2],
    ['code', 1],
    ['ask', 1],
    ['mcp:notes', 3],
  ])
})

test('a server that is on as a whole has every tool on, and a tool turned off leaves the others on', () => {
  const all = turnGroup(group('mcp:notes'), true)(['code.run', 'mcp:notes/a', 'mcp:other/a'])
  expect(all).toEqual(['code.run', 'mcp:other/a', 'mcp:notes/*'])
  expect(isToolOn(all, 'mcp:notes/deep/c')).toBe(true)
  expect(isToolOn(all, 'mcp:notebook/a')).toBe(false)
  const without = turnTool('mcp:notes/b', group('mcp:notes'), false)(all)
  expect(without).toEqual(['code.run', 'mcp:other/a', 'mcp:notes/a', 'mcp:notes/deep/c'])
  expect(groupState([without], group('mcp:notes'))).toBe('some')
})

test('turning a group off keeps what is on elsewhere, also of a server that was removed', () => {
  const before = ['web.fetch', 'mcp:gone/x', 'mcp:notes/*', 'mcp:notes/new']
  expect(turnGroup(group('mcp:notes'), false)(before)).toEqual(['web.fetch', 'mcp:gone/x'])
  expect(turnGroup(group('web'), false)(before)).toEqual(['mcp:gone/x', 'mcp:notes/*', 'mcp:notes/new'])
})

test('a tool that is on already is not added twice', () => {
  expect(turnTool('mcp:notes/a', group('mcp:notes'), true)(['mcp:notes/*'])).toEqual(['mcp:notes/*'])
  expect(turnTool('web.fetch', group('web'), true)(['web.fetch'])).toEqual(['web.fetch'])
})

test('panes with different tools show it, and their size is that of the largest', () => {
  const choices = [['web.fetch', 'web.search'], ['web.fetch']]
  expect(toolState(choices, 'web.fetch')).toBe('on')
  expect(toolState(choices, 'web.search')).toBe('some')
  expect(groupState(choices, group('web'))).toBe('some')
  expect(countInGroup(choices, group('web'))).toBe(2)
  expect(enabledTokens(choices, own)).toBe(200)
  expect(enabledTokens([], own)).toBe(0)
  const problem = { code: 'INVALID_INPUT', message: 'No search provider.' } as const
  const unusable = own.map((each) => (each.name === 'web.search' ? { ...each, problem } : each))
  expect(enabledTokens(choices, unusable)).toBe(100)
})

test('the count has the tools of a whole server once they are known, and none that no longer exist', () => {
  const enabled = ['web.fetch', 'mcp:notes/*', 'mcp:notes/a', 'mcp:gone/x', 'unknown']
  expect(countOn(enabled, [])).toBe(3)
  expect(countOn(enabled, [...own, ...ofServer])).toBe(4)
})

const found = (query: string) =>
  matchingGroups(
    groups,
    query,
    ({ id }) => id,
    ({ name }) => (name === 'files.edit' ? 'Dateien bearbeiten' : ''),
  ).flatMap(({ tools }) => tools.map(({ name }) => name))

test('finds tools by the words of their server and their own', () => {
  expect(found('NOTES deep')).toEqual(['mcp:notes/deep/c'])
  expect(found('edit')).toEqual(['files.edit'])
  expect(found('bearbeiten')).toEqual(['files.edit'])
  expect(found(' ')).toHaveLength(9)
  expect(found('nothing')).toEqual([])
})
