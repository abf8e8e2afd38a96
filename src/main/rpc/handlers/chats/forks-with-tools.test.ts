import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { completeStream } from '../../../../../e2e/fake-provider/script'
import { callingAnswer, toolSteps } from '../../../../../e2e/fake-provider/tool-steps'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SessionId } from '../../../../shared/ids'
import { realTemporaryFolder } from '../../../base/testing/temporary-folder'
import { connectOverSocket, watchSession } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

/** The request for permission of the chat's next call. */
async function asked(parley: ParleyApi, sessionId: SessionId) {
  const watched = watchSession(parley, sessionId)
  await parley.invoke('runs.send', { sessionId, text: 'Edit it' })
  return { watched, ...(await watched.first('approval-request')) }
}

test('copies and forks of a chat with edits keep the calls, but neither take the edits back nor inherit what was allowed', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const edit = { name: 'files_edit', input: { path: 'a.txt', content: 'after' } }
  const said = completeStream([{ type: 'tokens', tokens: ['Done.'] }])
  fake.script('editor', toolSteps(callingAnswer(edit), said))
  const workspace = realTemporaryFolder()
  const file = join(workspace, 'a.txt')
  writeFileSync(file, 'before')
  const tools = { enabled: ['files.edit'] }
  const { session } = await parley.invoke('sessions.create', { model: 'fake/editor', workspace, tools })
  const { id: sessionId } = session
  const { watched, approvalId } = await asked(parley, sessionId)
  await expect(parley.invoke('sessions.duplicate', { sessionId })).rejects.toMatchObject({
    code: 'RUN_ACTIVE',
  })
  await parley.invoke('approvals.answer', { approvalId, decision: 'session' })
  await watched.idleWith(2)
  expect(readFileSync(file, 'utf8')).toBe('after')

  const { messages } = await parley.invoke('sessions.get', { sessionId })
  const answer = messages.at(-1)
  const call = answer?.parts.find((part) => part.type === 'tool-call')
  if (answer === undefined || call === undefined) throw new Error('the answer has no call')
  const { toolCallId } = call
  expect((await parley.invoke('tools.edits', { messageId: answer.id })).edits).toHaveLength(1)
  for (const copied of [
    await parley.invoke('sessions.duplicate', { sessionId }),
    await parley.invoke('sessions.fork', { sessionId, messageId: answer.id }),
  ]) {
    const copy = await parley.invoke('sessions.get', { sessionId: copied.session.id })
    const copiedAnswer = copy.messages.at(-1)
    expect(copiedAnswer?.parts).toEqual(answer.parts)
    const messageId = copiedAnswer?.id ?? answer.id
    expect((await parley.invoke('tools.edits', { messageId })).edits).toEqual([])
    await expect(parley.invoke('tools.undoEdit', { messageId, toolCallId })).rejects.toMatchObject({
      data: { reason: 'file-edit' },
    })
    // A repeated edit: a permission in the other chat does not apply here.
    writeFileSync(file, 'before')
    const next = await asked(parley, copied.session.id)
    expect(next).toMatchObject({ toolName: 'files.edit', folder: workspace })
    await parley.invoke('approvals.answer', { approvalId: next.approvalId, decision: 'deny' })
    await next.watched.idleWith(4)
    expect(readFileSync(file, 'utf8')).toBe('before')
    writeFileSync(file, 'after')
  }
  await parley.invoke('tools.undoEdit', { messageId: answer.id, toolCallId })
  expect(readFileSync(file, 'utf8')).toBe('before')
})
