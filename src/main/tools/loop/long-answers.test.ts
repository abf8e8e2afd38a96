import { expect, test } from 'vitest'

import { call, done, looping, resultsOf, scriptedModel, scriptedTool } from './testing/looping'

const many = Array.from({ length: 60 }, (_, index) =>
  scriptedTool(`mcp:server/tool-${index}`, { description: `${'Word '.repeat(300)} number${index}` }),
)

test('cuts a long result with a note, and offers its other pages, also in the next answer', async () => {
  const long = Array.from({ length: 100_000 }, (_, line) => `line ${line}`).join('\n')
  const tool = scriptedTool('one', { run: () => Promise.resolve({ text: long }) })
  const model = scriptedModel([call('a', 'one'), done], [done])
  const { events, outcome, deps } = looping(model.source, [tool])
  expect(await outcome).toBeNull()
  const shown = String(resultsOf(events)['a'])
  expect(shown.length).toBeLessThan(60_000)
  const [, id = '', page = ''] = /"result": "(\w+)", "page": (\d+)/.exec(shown) ?? []
  expect(model.requests.map(({ tools = [] }) => tools.map(({ name }) => name))).toEqual([
    ['one'],
    ['one', 'read_more'],
  ])

  const reading = scriptedModel([call('b', 'read_more', { result: id, page: Number(page) }), done], [done])
  const next = looping(reading.source, [tool], { deps })
  await next.outcome
  const second = String(resultsOf(next.events)['b'])
  expect(long.startsWith(shown.slice(0, shown.lastIndexOf('\n\n[')))).toBe(true)
  expect(long).toContain(second.slice(0, second.lastIndexOf('\n\n[')))
  const elsewhere = looping(
    scriptedModel([call('c', 'read_more', { result: id, page: 1 }), done], [done]).source,
    [tool],
    { deps, sessionId: 'another chat' as never },
  )
  await elsewhere.outcome
  expect(resultsOf(elsewhere.events)['c']).toMatch(/page was not found/)
  // The chat is deleted.
  deps.results.forget('session' as never)
  expect(deps.results.hasAny('session' as never)).toBe(false)
})

test('gives a model with little context less of a result', async () => {
  const tool = scriptedTool('one', { run: () => Promise.resolve({ text: 'x'.repeat(1_000_000) }) })
  const { events, outcome } = looping(scriptedModel([call('a', 'one'), done], [done]).source, [tool], {
    contextTokens: 8_000,
  })
  await outcome
  expect(String(resultsOf(events)['a']).length).toBeLessThan(3_500)
})

test('replaces many definitions by one tool that finds them, and then offers what it found', async () => {
  const model = scriptedModel(
    [call('a', 'find_tools', { query: 'number41' }), done],
    [call('b', 'server__tool-41'), done],
    [done],
  )
  const { events, outcome } = looping(model.source, many, { contextTokens: 32_000 })
  expect(await outcome).toBeNull()
  expect(model.requests.map(({ tools = [] }) => tools.map(({ name }) => name))).toEqual([
    ['find_tools'],
    ['find_tools', 'server__tool-41'],
    ['find_tools', 'server__tool-41'],
  ])
  expect(resultsOf(events)['b']).toBe('mcp:server/tool-41 {}')
})

test('takes the tools as they are before each request, and keeps what was found', async () => {
  const changed = scriptedTool('mcp:server/tool-41', { description: 'Changed.' })
  let tools = many
  const model = scriptedModel(
    [call('a', 'find_tools', { query: 'number41' }), done],
    async function* () {
      tools = [...many.filter(({ name }) => name !== changed.name), changed]
      yield call('b', 'server__tool-41')
      yield done
    },
    [call('c', 'server__tool-41'), done],
    [done],
  )
  const { outcome } = looping(model.source, () => tools, { contextTokens: 32_000 })
  expect(await outcome).toBeNull()
  const offered = model.requests.map(({ tools: given = [] }) => given.at(-1)?.description)
  expect(offered[1]).toMatch(/^Word /)
  expect(offered.slice(2)).toEqual(['Changed.', 'Changed.'])
  expect(changed.runs).toHaveLength(1)
})
