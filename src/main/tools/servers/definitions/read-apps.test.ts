import { expect, test } from 'vitest'

import { readApps, readResources } from './read-lists'
import { readTools } from './read-tools'

const inputSchema = { type: 'object' }
const reasons = (skipped: readonly { name: string; problem: { data?: Record<string, unknown> } }[]) =>
  skipped.map(({ name, problem }) => [name, problem.data?.['reason']])

test('a tool with an app can be used; the app, and a tool only for apps, are reported', () => {
  const { tools, skipped } = readTools([
    { name: 'weather', inputSchema, _meta: { ui: { resourceUri: 'ui://weather' } } },
    { name: 'again', inputSchema, _meta: { 'ui/resourceUri': 'ui://weather' } },
    { name: 'refresh', inputSchema, _meta: { ui: { visibility: ['app'] } } },
    { name: 'plain', inputSchema },
    { name: 'odd', inputSchema, _meta: { ui: 5 } },
  ])
  expect(tools.map(({ name }) => name)).toEqual(['weather', 'again', 'plain', 'odd'])
  expect(reasons(skipped)).toEqual([
    ['refresh', 'tool-app'],
    ['ui://weather', 'app'],
  ])
})

test('an app cannot be attached like other resources', () => {
  const entries = [{ uri: 'ui://weather', name: 'Weather' }, { uri: 'note://one' }, 'nothing']
  expect(readResources(entries).map(({ uri }) => uri)).toEqual(['note://one'])
  expect(reasons(readApps(entries))).toEqual([['ui://weather', 'app']])
})
