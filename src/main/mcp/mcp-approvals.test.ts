import { describe, expect, it } from 'vitest'

import { temporaryFolder } from '../base/testing/temporary-folder'
import type { AgentTask } from './calls/mcp-backend'
import type { RawConversation, RawMessage } from './testing/raw-conversation'
import { type Work, finished, connect, callAgent, errorText, meta } from './testing/mcp-client'

/** Answers the question that a client's user is asked. */
async function answerQuestion(client: RawConversation, result: object): Promise<RawMessage> {
  const question = await client.message(({ method }) => method === 'elicitation/create')
  client.send({ jsonrpc: '2.0', id: question.id, result })
  return question
}

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
      denied: ['shell: Run a command (this client cannot ask its user)'],
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
