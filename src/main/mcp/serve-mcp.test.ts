import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { ParleyError } from '../../shared/errors'
import { createManualClock } from '../base/testing/manual-clock'
import { needsFileModes } from '../base/testing/needs'
import { temporaryFolder } from '../base/testing/temporary-folder'
import { createSilentLog } from '../health/testing/silent-log'
import type { AgentHooks, AgentTask, AnswerEnd, AnswerStream, McpBackend } from './calls/mcp-backend'
import { connectInMemory } from './testing/connect-in-memory'
import type { RawConversation, RawMessage } from './testing/raw-conversation'

type Work = (hooks: AgentHooks, task: AgentTask) => AnswerStream

const finished: AnswerEnd = { kind: 'finished', reason: 'end' }

/** An in-process server whose agents do what `work` does; everything else is rejected. */
function connect(
  work: Work,
  options: { isUnlimitedAllowed?: boolean; capabilities?: object; isInitialized?: false } = {},
) {
  const tasks: AgentTask[] = []
  const backend: McpBackend = {
    listModels: refuse,
    askModel: refuse,
    searchSessions: refuse,
    listSessions: refuse,
    getSession: refuse,
    runAgent(task, hooks) {
      tasks.push(task)
      return work(hooks, task)
    },
  }
  const clock = createManualClock()
  const { client, served } = connectInMemory({
    backend,
    isUnlimitedAllowed: options.isUnlimitedAllowed ?? false,
    clock,
    log: createSilentLog(),
  })
  onTestFinished(() => served.end())
  const ready =
    options.isInitialized === false
      ? Promise.resolve()
      : client.initialize('2025-06-18', options.capabilities)
  return { client, clock, tasks, ready, served }
}

function refuse(): never {
  throw new Error('unexpected call')
}

async function* nothing(): AnswerStream {
  yield* []
  return finished
}

async function* speaking(hooks: AgentHooks): AnswerStream {
  hooks.onSession('thread-7')
  yield { type: 'text-delta', text: 'The answer' }
  return finished
}

/** Answers the question that a client's user is asked. */
async function answerQuestion(client: RawConversation, result: object): Promise<RawMessage> {
  const question = await client.message(({ method }) => method === 'elicitation/create')
  client.send({ jsonrpc: '2.0', id: question.id, result })
  return question
}

async function callAgent(
  client: RawConversation,
  args: object,
  meta?: object,
): Promise<RawMessage['result']> {
  const workspace = 'workspace' in args ? {} : { workspace: temporaryFolder() }
  const { result } = await client.answer(
    client.callTool('codex', { prompt: 'Do it', ...workspace, ...args }, meta),
  )
  return result
}

function errorText(result: RawMessage['result']): string {
  expect(result?.['isError']).toBe(true)
  const content = (result?.['content'] ?? []) as { text: string }[]
  return content[0]?.text ?? ''
}

describe('an agent', () => {
  it('gets the client’s request, and read-only permission by default', async () => {
    const { client, tasks } = connect(nothing)
    const workspace = temporaryFolder()
    await callAgent(client, { workspace })
    await callAgent(client, {
      workspace,
      permission: 'workspace-write',
      model: 'gpt-5',
      continuation_id: 'thread-7',
    })
    const shared = { agentId: 'codex', prompt: 'Do it', workspace, images: [] }
    expect(tasks).toEqual([
      { ...shared, permission: 'read-only', model: null, resumeId: null },
      { ...shared, permission: 'workspace-write', model: 'gpt-5', resumeId: 'thread-7' },
    ])
  })

  it('is answered with its text, its files, and how to continue', async () => {
    const { client } = connect(async function* (hooks) {
      hooks.onSession('thread-7')
      yield { type: 'text-delta', text: 'I look.' }
      yield { type: 'tool-call', toolCallId: '1', toolName: 'edit', input: {} }
      yield {
        type: 'tool-update',
        toolCallId: '1',
        changes: [{ path: 'a.txt', kind: 'added' }],
      }
      yield { type: 'tool-result', toolCallId: '1', output: 'ok' }
      yield { type: 'tool-call', toolCallId: '2', toolName: 'edit', input: {} }
      yield { type: 'tool-update', toolCallId: '2', changes: [{ path: 'b.txt', kind: 'deleted' }] }
      yield { type: 'tool-result', toolCallId: '2', output: 'no', isError: true }
      yield { type: 'text-delta', text: 'Done' }
      yield { type: 'text-delta', text: '.' }
      yield { type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } }
      return finished
    })
    const result = await callAgent(client, {})
    expect(result?.['structuredContent']).toEqual({
      text: 'I look.\n\nDone.',
      continuation_id: 'thread-7',
      changed_files: [{ path: 'a.txt', kind: 'added' }],
      usage: { input_tokens: 3, output_tokens: 4 },
      stop_reason: 'end',
      denied: [],
      notices: [],
      handoff_file: null,
    })
    expect(JSON.stringify(result?.['content'])).toContain('continuation_id: thread-7')
  })

  it('that fails is reported by code and message, with the text so far', async () => {
    const { client } = connect(async function* () {
      yield { type: 'text-delta', text: 'So far' }
      return { kind: 'failed', error: new ParleyError('PROVIDER_AUTH', 'The key was refused.') }
    })
    expect(await callAgent(client, {})).toEqual({
      isError: true,
      content: [
        { type: 'text', text: 'PROVIDER_AUTH: The key was refused.' },
        { type: 'text', text: 'The answer so far:\n\nSo far' },
      ],
    })
  })

  it('gets unlimited permission only if the server was started with it', async () => {
    const strict = connect(nothing)
    expect(errorText(await callAgent(strict.client, { permission: 'unlimited' }))).toMatch(
      /^INVALID_INPUT \(permission\): .*--allow-unlimited/,
    )
    expect(strict.tasks).toEqual([])
    const open = connect(nothing, { isUnlimitedAllowed: true })
    await callAgent(open.client, { permission: 'unlimited' })
    expect(open.tasks).toMatchObject([{ permission: 'unlimited' }])
  })

  it('does not start with a folder, model or conversation that looks like an option', async () => {
    const { client, tasks } = connect(nothing)
    for (const args of [
      { workspace: 'relative' },
      { continuation_id: '--dangerous' },
      { model: '-c' },
      { prompt: '' },
      { permission: 'everything' },
    ]) {
      errorText(await callAgent(client, args))
    }
    expect(tasks).toEqual([])
  })
})

describe('an image', () => {
  const png = Buffer.from('89504e470d0a1a0a00000000', 'hex')

  it('comes from a file or from the message, with its actual type instead of the stated one', async () => {
    const { client, tasks } = connect(nothing)
    const workspace = temporaryFolder()
    writeFileSync(join(workspace, 'a.jpg'), png)
    await callAgent(client, {
      workspace,
      images: [{ path: 'a.jpg' }, { data: png.toString('base64'), media_type: 'image/jpeg' }],
    })
    expect(tasks[0]?.images.map(({ name, mediaType, bytes }) => [name, mediaType, bytes.length])).toEqual([
      ['a.jpg', 'image/png', 12],
      ['image-2', 'image/png', 12],
    ])
  })

  it('that is invalid or missing is rejected before the agent starts', async () => {
    const { client, tasks } = connect(nothing)
    const workspace = temporaryFolder()
    writeFileSync(join(workspace, 'text.png'), 'no image at all')
    const refusals = {
      'text.png': 'This is not a PNG, JPEG, GIF or WebP image.',
      'nowhere.png': `${join(workspace, 'nowhere.png')} cannot be read (ENOENT).`,
      '.': `${workspace} is not a file.`,
      '/dev/zero': '/dev/zero is not a file.',
    }
    for (const [path, refusal] of Object.entries(refusals)) {
      expect(errorText(await callAgent(client, { workspace, images: [{ path }] }))).toBe(
        `INVALID_INPUT (images[0]): ${refusal}`,
      )
    }
    expect(tasks).toEqual([])
  })
})

describe('a handoff file', () => {
  it('gets every answer at its end, keeps its content, and is private to its owner', async (context) => {
    const { client, clock } = connect(speaking)
    const workspace = temporaryFolder()
    const file = join(workspace, 'handoff.md')
    for (let call = 0; call < 2; call += 1) {
      const result = await callAgent(client, { workspace, handoff_file: 'handoff.md' })
      expect(result?.['structuredContent']).toMatchObject({ handoff_file: file })
    }
    const at = new Date(clock.now()).toISOString()
    const entry = `\n## Codex, ${at}, continuation_id thread-7\n\nThe answer\n`
    expect(readFileSync(file, 'utf8')).toBe(entry + entry)
    needsFileModes(context)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('outside the workspace, behind a link or not a regular file is rejected before the agent starts', async () => {
    const { client, tasks } = connect(speaking)
    const [workspace, outside] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(join(outside, 'target.md'), 'untouched')
    symlinkSync(join(outside, 'target.md'), join(workspace, 'link.md'))
    symlinkSync(outside, join(workspace, 'folder'))
    const isOutside = 'The file must be inside the workspace.'
    const refusals = {
      '../x.md': isOutside,
      [join(outside, 'target.md')]: isOutside,
      'link.md': 'This file is a symbolic link. Links are not followed.',
      'folder/new.md': isOutside,
      '.': isOutside,
      'none/x.md': `${join(workspace, 'none')} was not found.`,
    }
    for (const [path, refusal] of Object.entries(refusals)) {
      expect(errorText(await callAgent(client, { workspace, handoff_file: path }))).toBe(
        `INVALID_INPUT (handoff_file): ${refusal}`,
      )
    }
    expect(tasks).toEqual([])
    expect(readFileSync(join(outside, 'target.md'), 'utf8')).toBe('untouched')
    expect(existsSync(join(outside, 'new.md'))).toBe(false)
  })

  it("that can run programs is rejected, so that a read-only agent's text does not end up there", async () => {
    const { client, tasks } = connect(speaking)
    const workspace = temporaryFolder()
    mkdirSync(join(workspace, '.git'))
    const handoff = '.git/config'
    expect(errorText(await callAgent(client, { workspace, handoff_file: handoff }))).toBe(
      'INVALID_INPUT (handoff_file): This file can make other programs run commands, so no answer is added to it.',
    )
    expect([tasks, existsSync(join(workspace, handoff))]).toEqual([[], false])
  })
})

describe("an agent's request for approval", () => {
  const command = `echo ${'very long '.repeat(50)} && rm -rf /tmp/end-of-it`
  const asking: Work = async function* (hooks) {
    const decision = await hooks.requestApproval({
      toolName: 'shell',
      input: { command },
      title: 'Run a command',
    })
    yield { type: 'text-delta', text: decision }
    return finished
  }
  const withForms = { capabilities: { elicitation: {} } }

  it('is denied if the client cannot ask, and the answer says so', async () => {
    const { client } = connect(asking)
    expect((await callAgent(client, {}))?.['structuredContent']).toMatchObject({
      text: 'deny',
      denied: ['shell: Run a command'],
    })
  })

  it('is allowed once if the user agrees, after seeing everything that would run', async () => {
    const { client, ready } = connect(asking, withForms)
    await ready
    const asked = answerQuestion(client, { action: 'accept', content: { decision: 'allow once' } })
    expect((await callAgent(client, {}))?.['structuredContent']).toMatchObject({ text: 'once', denied: [] })
    expect(String((await asked).params?.['message'])).toContain(command)
  })

  it.each([
    { action: 'accept', content: { decision: 'deny' } },
    { action: 'accept', content: { decision: 'allow always' } },
    { action: 'accept', content: {} },
    { action: 'decline' },
    { action: 'cancel' },
    { nonsense: true },
  ])('is denied by anything else: %j', async (answer) => {
    const { client, ready } = connect(asking, withForms)
    await ready
    void answerQuestion(client, answer)
    expect((await callAgent(client, {}))?.['structuredContent']).toMatchObject({ text: 'deny' })
  })

  it('is withdrawn when the request is cancelled', async () => {
    const ended = Promise.withResolvers<unknown>()
    const { client, ready } = connect(async function* (hooks) {
      try {
        yield* asking(hooks, {} as AgentTask)
      } catch (error) {
        ended.resolve(error)
      }
      return { kind: 'cancelled' }
    }, withForms)
    await ready
    const id = client.callTool('codex', { prompt: 'x', workspace: temporaryFolder() })
    const question = await client.message(({ method }) => method === 'elicitation/create')
    client.notify('notifications/cancelled', { requestId: id })
    expect(await ended.promise).toMatchObject({ code: 'CANCELLED' })
    const taken = await client.message(({ method }) => method === 'notifications/cancelled')
    expect(taken.params).toMatchObject({ requestId: question.id })
    await client.ask('ping')
    expect(client.answersTo(id)).toEqual([])
  })
})

/** The metadata of a client that shows forms between requests, or of another one. */
const meta = (elicitation: object) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation },
})

/** An agent that asks twice and repeats the decisions, and how it ended, if it was ended. */
const asker = () => {
  const ended = Promise.withResolvers<unknown>()
  const work: Work = async function* (hooks) {
    try {
      for (const command of ['first', 'second']) {
        const decision = await hooks.requestApproval({ toolName: 'shell', input: { command } })
        yield { type: 'text-delta', text: `${command} ${decision}. ` }
      }
      return finished
    } catch (error) {
      ended.resolve(error)
      return { kind: 'cancelled' }
    }
  }
  return { ...connect(work, { isInitialized: false }), ended: ended.promise }
}

describe('a request for approval with a client of 2026-07-28', () => {
  const workspace = '/work'
  const send = (client: RawConversation, more: object = {}, tool = 'codex') =>
    client.request('tools/call', {
      name: tool,
      arguments: { prompt: 'x', workspace },
      _meta: meta({}),
      ...more,
    })
  /** The call up to its first question: the question's name, and the state to return with. */
  const firstQuestion = async (client: RawConversation) => {
    const { result } = await client.answer(send(client))
    expect(result).toMatchObject({ resultType: 'input_required' })
    const [name = '', form] = Object.entries(result?.['inputRequests'] ?? {})[0] ?? []
    return { name, form: form as unknown, requestState: result?.['requestState'] }
  }
  const yes = { action: 'accept', content: { decision: 'allow once' } }
  it('is allowed once by the request that returns with a yes, and by nothing else', async () => {
    const { client, tasks } = asker()
    const first = await firstQuestion(client)
    expect(first.form).toMatchObject({ method: 'elicitation/create' })
    expect(JSON.stringify(first.form)).toContain('first')
    const { requestState } = first
    const inputResponses = { [first.name]: yes }
    const stranger = await client.answer(send(client, { requestState, inputResponses }, 'claude'))
    expect(errorText(stranger.result)).toMatch(/^INVALID_INPUT \(requestState\): /)
    const second = (await client.answer(send(client, { requestState, inputResponses }))).result
    expect(JSON.stringify(second)).toContain('second')
    const again = await client.answer(send(client, { requestState, inputResponses }))
    expect(errorText(again.result)).toMatch(/^INVALID_INPUT \(requestState\): /)
    const unanswered = { requestState: second?.['requestState'], inputResponses }
    const third = (await client.answer(send(client, unanswered))).result
    const [name = ''] = Object.keys(third?.['inputRequests'] ?? {})
    const answer = {
      requestState: third?.['requestState'],
      inputResponses: { [name]: { action: 'decline' } },
    }
    expect((await client.answer(send(client, answer))).result).toMatchObject({
      structuredContent: { text: 'first once. second deny. ', denied: ['shell'] },
    })
    expect(tasks).toHaveLength(1)
  })

  it('is denied if the client shows no forms', async () => {
    const { client } = asker()
    const { result } = await client.answer(send(client, { _meta: meta({ url: {} }) }))
    expect(result).toMatchObject({ structuredContent: { text: 'first deny. second deny. ' } })
  })

  it('times out: the agent is ended when nobody returns, and a late return gets an error', async () => {
    const { client, clock, ended } = asker()
    const { name, requestState } = await firstQuestion(client)
    clock.advance(10 * 60_000)
    expect(await ended).toMatchObject({ code: 'CANCELLED' })
    const late = await client.answer(send(client, { requestState, inputResponses: { [name]: yes } }))
    expect(errorText(late.result)).toMatch(/^INVALID_INPUT \(requestState\): /)
  })

  it('ends, with its agent, on an interrupt and at the end of the server', async () => {
    const interrupted = asker()
    await firstQuestion(interrupted.client)
    interrupted.served.interrupt()
    expect(await interrupted.ended).toMatchObject({ code: 'CANCELLED' })
    await firstQuestion(interrupted.client)

    const ending = asker()
    await firstQuestion(ending.client)
    await ending.served.end()
    expect(await ending.ended).toMatchObject({ code: 'CANCELLED' })
  })

  it('is withdrawn when the returning request is cancelled', async () => {
    const { client, ended } = asker()
    const { name, requestState } = await firstQuestion(client)
    const id = send(client, { requestState, inputResponses: { [name]: yes } })
    client.notify('notifications/cancelled', { requestId: id })
    expect(await ended).toMatchObject({ code: 'CANCELLED' })
    expect((await client.answer(client.request('tools/list', { _meta: meta({}) }))).result).toBeDefined()
    expect(client.answersTo(id)).toEqual([])
  })
})

it('reports the latest progress at intervals, and nothing after the answer', async () => {
  const said = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const next = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { client, clock } = connect(async function* () {
    yield { type: 'text-delta', text: 'one' }
    for (const word of [' two', ' three']) yield { type: 'text-delta', text: word }
    said[0]?.resolve()
    await next[0]?.promise
    yield { type: 'tool-call', toolCallId: '1', toolName: 'shell', input: {}, title: 'Runs the tests' }
    yield { type: 'text-delta', text: ' four' }
    said[1]?.resolve()
    await next[1]?.promise
    return finished
  })
  const told = () =>
    client.messages
      .flat()
      .flatMap(({ method, params }) => (method === 'notifications/progress' ? [params] : []))
  const answered = callAgent(client, {}, { progressToken: 'p' })
  await said[0]?.promise
  clock.advance(300)
  next[0]?.resolve()
  await said[1]?.promise
  clock.advance(300)
  next[1]?.resolve()
  await answered
  clock.advance(3_000)
  await client.ask('ping')
  expect(told()).toEqual([
    { progressToken: 'p', progress: 1, message: 'one' },
    { progressToken: 'p', progress: 2, message: 'one two three' },
    { progressToken: 'p', progress: 3, message: 'one two three four' },
  ])
})

it('reports no progress to a client that did not ask for it', async () => {
  const { client, ready } = connect(async function* () {
    yield { type: 'text-delta', text: 'one' }
    return finished
  })
  await ready
  await callAgent(client, {})
  expect(client.messages.flat().filter(({ method }) => method !== undefined)).toEqual([])
})
