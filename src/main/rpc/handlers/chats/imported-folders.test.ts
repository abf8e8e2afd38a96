import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SessionId } from '../../../../shared/ids'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../../testing/test-app'

const agent = 'codex/default'

/** Why the agent did not start in the chat. Agents are not installed here, so one that may start says that. */
async function refusalIn(parley: ParleyApi, sessionId: SessionId): Promise<unknown> {
  const failed = Promise.withResolvers<unknown>()
  const stream = parley.open(
    'session.watch',
    { sessionId },
    {
      onEvents(events) {
        for (const event of events) if (event.type === 'error') failed.resolve(event.code)
      },
      onEnd: () => failed.resolve('not watched'),
    },
  )
  try {
    await parley.invoke('runs.send', { sessionId, text: 'List the files.' })
    return await failed.promise
  } catch (error) {
    return (error as { data?: Record<string, unknown> }).data?.['reason']
  } finally {
    stream.close()
  }
}

async function importedChat(parley: ParleyApi, workspace: string): Promise<SessionId> {
  const { session } = await parley.invoke('sessions.import', {
    title: 'From elsewhere',
    workspace,
    model: agent,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  return session.id
}

const started = 'AGENT_NOT_INSTALLED'
const refused = 'agent-folder-imported'

test('neither models nor agents use the folder of an imported chat, or of a copy of it, before the user confirms it', async () => {
  const parley = connectTo(await startTestApp())
  const workspace = temporaryFolder()
  const sessionId = await importedChat(parley, workspace)
  const problemIn = async (id: SessionId) => {
    const { tools } = await parley.invoke('tools.list', { sessionId: id })
    return tools.find(({ name }) => name === 'files.read')?.problem?.data?.['reason']
  }
  await parley.invoke('sessions.update', { sessionId, tools: { enabled: ['files.read'] } })
  // An agent's permission does not approve its folder.
  await parley.invoke('sessions.update', { sessionId, permission: 'workspace-write', isolation: 'same' })
  const copy = (await parley.invoke('sessions.duplicate', { sessionId })).session
  expect(copy).toMatchObject({ workspace, isFolderImported: true })
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  const fork = await parley.invoke('sessions.fork', { sessionId, messageId: messages[0]?.id ?? '' })
  const all = [sessionId, copy.id, fork.session.id]
  for (const id of all) {
    expect([await problemIn(id), await refusalIn(parley, id)]).toEqual(['tool-folder-imported', refused])
  }
  await parley.invoke('sessions.update', { sessionId: copy.id, workspace })
  expect(await problemIn(copy.id)).toBeUndefined()
  const other = temporaryFolder()
  const chosen = await parley.invoke('sessions.update', {
    sessionId,
    workspace: other,
    permission: 'read-only',
  })
  expect(chosen.session).not.toHaveProperty('isFolderImported')
  expect(await Promise.all(all.map((id) => refusalIn(parley, id)))).toEqual([started, started, refused])
})

test('a refused question is not stored, and a model that the message names instead of the agent answers it', async () => {
  const parley = connectTo(await startTestApp())
  const sessionId = await importedChat(parley, temporaryFolder())
  const countOf = async () => (await parley.invoke('sessions.get', { sessionId })).messages.length
  expect(await refusalIn(parley, sessionId)).toBe(refused)
  expect(await countOf()).toBe(1)
  // The other way round: the chat has a model, and the message names the agent.
  await parley.invoke('sessions.update', { sessionId, model: 'demo/brief' })
  await expect(parley.invoke('runs.send', { sessionId, text: 'Look.', model: agent })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { reason: refused },
  })
  await parley.invoke('runs.send', { sessionId, text: 'Hello' })
  await parley.invoke('runs.stop', { sessionId })
  expect(await countOf()).toBeGreaterThan(1)
})
