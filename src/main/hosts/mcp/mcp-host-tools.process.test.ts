// Needs processes: the server, its threads, and a server of the user's that must not outlive a cancelled request.
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, expect, it, onTestFinished } from 'vitest'

import { type FakeProvider, startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { completeStream } from '../../../../e2e/fake-provider/script'
import { callingAnswer, toolSteps } from '../../../../e2e/fake-provider/tool-steps'
import { builtProgram } from '../../base/testing/built-program'
import { needsProc } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { RawClient } from '../../mcp/testing/raw-client'
import { openServers } from '../../tools/servers/testing/opened-servers'

const program = builtProgram('mcp-server')

beforeEach(needsProc)

const said = completeStream([{ type: 'tokens', tokens: ['Done.'] }])

/** The server with these tools, a model that calls what `scripts` say, and a server of the user's that may start. */
async function start(tools: string) {
  const fake: FakeProvider = await startFakeProvider()
  onTestFinished(() => fake.close())
  const add = { name: 'fake__add', input: { a: 1, b: 2 } }
  const sum = { name: 'code_run', input: { code: '6 * 7' } }
  fake.script('worker', toolSteps(callingAnswer(add, sum), said))
  fake.script('waiter', toolSteps(callingAnswer({ name: 'fake__slow', input: {} }), said))
  // The command is allowed to start there, and nowhere else.
  const { servers, start: startServer, dataFolder } = openServers({ folder: homedir() })
  await startServer()
  await servers.close()
  const client = new RawClient({
    program,
    args: ['--user-data', dataFolder, '--tools', tools],
    environment: {
      PARLEY_LOCAL_SERVERS: JSON.stringify([{ id: 'local', name: 'Local', baseUrl: fake.baseUrl }]),
    },
  })
  onTestFinished(() => client.stop())
  await client.initialize('2025-06-18', { elicitation: { form: {} } })
  await client.answer(client.callTool('list_models', {}))
  return { client, fake, dataFolder }
}

/** The user allows what is asked. */
async function allow(client: RawClient): Promise<void> {
  const form = await client.message(({ method }) => method === 'elicitation/create')
  const result = { action: 'accept', content: { decision: 'allow once' } }
  client.send({ jsonrpc: '2.0', id: form.id, result })
}

/** The processes that the server has started. */
function childrenOf({ child }: RawClient): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return parent === child.pid && command.includes('fake-mcp') ? [command] : []
    } catch {
      // Not a process, or it has just exited.
      return []
    }
  })
}

it('models use the tools that the user allowed, after consent, and nothing is written', async () => {
  const { client, fake, dataFolder } = await start('mcp:fake/add,code.run')
  const settings = () =>
    ['settings.json', 'servers.json'].map((name) => readFileSync(join(dataFolder, name), 'utf8'))
  const before = settings()
  const models = ['local/worker', 'local/worker']
  const id = client.callTool('compare_models', { models, prompt: 'Work' })
  await allow(client)
  const { result } = await client.answer(id)
  const answer = {
    text: 'Done.',
    tool_calls: [
      { tool: 'mcp:fake/add', count: 1, failed: 0 },
      { tool: 'code.run', count: 1, failed: 0 },
    ],
  }
  expect(result).toMatchObject({ structuredContent: { answers: [answer, answer], denied: [] } })
  expect(client.messages.flat().filter(({ method }) => method === 'elicitation/create')).toHaveLength(1)
  const offered = fake.requests.map(({ body }) =>
    ((body as { tools?: { function: { name: string } }[] }).tools ?? []).map((tool) => tool.function.name),
  )
  expect(new Set(offered.flat())).toEqual(new Set(['fake__add', 'code_run']))
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('=> 42')
  expect(settings()).toEqual(before)
})

it('cancelling the request ends the model, the call and the server, and the next request is served', async () => {
  const { client, fake } = await start('mcp:fake/slow')
  const id = client.callTool('ask_model', { model: 'local/waiter', prompt: 'Wait' })
  await allow(client)
  await expect.poll(() => childrenOf(client)).toHaveLength(1)
  client.notify('notifications/cancelled', { requestId: id })
  await expect.poll(() => childrenOf(client), { timeout: 10_000 }).toEqual([])
  expect(fake.openSockets).toBe(0)
  const again = client.callTool('ask_model', { model: 'demo/brief', prompt: 'Be quick' })
  expect((await client.answer(again)).result).toMatchObject({ structuredContent: { stop_reason: 'end' } })
  expect(client.answersTo(id)).toEqual([])
  client.endInput()
  expect(await client.exited).toBe(0)
})

it.each(['files.edit', 'ask_user', 'mcp:nobody/add', 'web'])(
  'does not start with “%s”, which it cannot offer, and says what it can',
  async (name) => {
    const client = new RawClient({
      program,
      args: ['--user-data', join(temporaryFolder(), 'data'), '--tools', `web.fetch, ${name}`],
    })
    onTestFinished(() => client.stop())
    expect(await client.exited).toBe(1)
    const { error } = JSON.parse(client.stderr) as { error: { code: string; message: string } }
    expect(error.code).toBe('INVALID_INPUT')
    expect(error.message).toContain(`“${name}”`)
    expect(error.message).toContain('web.fetch, web.search, code.run')
  },
)
