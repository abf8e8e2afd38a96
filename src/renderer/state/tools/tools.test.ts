import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { ToolInfo } from '../../../shared/tools/tools'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Tools } from './tools'

const info = (name: string): ToolInfo => ({
  name,
  title: name,
  description: '',
  inputSchema: { type: 'object' },
  kind: 'other',
  isEnabled: false,
  tokens: 1,
})
const one = 'one' as SessionId
const other = 'other' as SessionId

function setUp() {
  const { parley } = new FakeEnvironment()
  const asked: PromiseWithResolvers<{ tools: ToolInfo[] }>[] = []
  parley.answers['tools.list'] = () => {
    const answer = Promise.withResolvers<{ tools: ToolInfo[] }>()
    asked.push(answer)
    return answer.promise
  }
  const tools = new Tools(parley.api)
  return { asked, parley, tools, names: () => tools.store.getState().tools.map(({ name }) => name) }
}

test('a late answer about another chat does not replace the tools of the one that is shown', async () => {
  const { asked, tools, names } = setUp()
  const first = tools.load(one)
  const second = tools.load(other)
  asked[1]?.resolve({ tools: [info('web.fetch')] })
  await second
  asked[0]?.reject(new ParleyError('NOT_FOUND', 'gone'))
  await first
  expect(names()).toEqual(['web.fetch'])
  expect(tools.store.getState()).toMatchObject({ error: null, isLoading: false })
})

test('a change in main reloads what was loaded, and loads nothing that nobody asked for', async () => {
  const { asked, parley, tools, names } = setUp()
  tools.changed()
  expect(asked).toHaveLength(0)
  const loading = tools.load(one)
  asked[0]?.resolve({ tools: [] })
  await loading
  tools.changed()
  asked[1]?.resolve({ tools: [info('mcp:notes/a')] })
  await expect.poll(names).toEqual(['mcp:notes/a'])
  expect(parley.callsOf('tools.list')).toEqual([{ sessionId: one }, { sessionId: one }])
  expect(tools.store.getState().revision).toBe(2)
})

test('schemas, which can be huge, are not kept', async () => {
  const { asked, tools } = setUp()
  const loading = tools.load(null)
  asked[0]?.resolve({ tools: [info('web.fetch')] })
  await loading
  expect(tools.store.getState().tools[0]).not.toHaveProperty('inputSchema')
})
