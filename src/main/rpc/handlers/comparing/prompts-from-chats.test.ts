import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { completeStream } from '../../../../../e2e/fake-provider/script'
import { callingAnswer, toolSteps } from '../../../../../e2e/fake-provider/tool-steps'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SessionId, SetId } from '../../../../shared/ids'
import { pastLimits } from '../../../../shared/sets/past'
import { realTemporaryFolder } from '../../../base/testing/temporary-folder'
import { attachFile } from '../../../store/attachments/testing/attach-file'
import { connectOverSocket, watchSession } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

/** The visible message at this index, counted from the end if it is negative. */
async function messageAt(parley: ParleyApi, sessionId: SessionId, index: number) {
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  return messages.at(index) ?? never()
}

async function runOf(parley: ParleyApi, setId: SetId, models: string[]): Promise<void> {
  const ended = Promise.withResolvers<void>()
  parley.open('sets.run', { setId, models }, { onEvents: () => {}, onEnd: () => ended.resolve() })
  await ended.promise
}

test('a question of a chat becomes a prompt with all that preceded it, and its calls are replayed without their tools', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const said = completeStream([{ type: 'tokens', tokens: ['Done.'] }])
  fake.script('reader', toolSteps(callingAnswer({ name: 'files_read', input: { path: 'a.txt' } }), said))
  const workspace = realTemporaryFolder()
  writeFileSync(join(workspace, 'a.txt'), 'as it was')
  const { project } = await parley.invoke('projects.save', { name: 'Tea', instructions: 'Be kind.' })
  const { session } = await parley.invoke('sessions.create', {
    model: 'fake/reader',
    workspace,
    tools: { enabled: ['files.read', 'files.list'] },
    systemPrompt: 'Be brief.',
    projectId: project.id,
  })
  const sessionId = session.id
  const watched = watchSession(parley, sessionId)
  const { attachmentId } = await attachFile(parley, 'A list.', 'list.txt')
  await parley.invoke('runs.send', { sessionId, text: 'Read this.', attachments: [attachmentId] })
  await watched.idleWith(2)
  await parley.invoke('runs.send', { sessionId, text: 'Again?' })
  await watched.idleWith(4)

  const { id: messageId } = await messageAt(parley, sessionId, 2)
  const { prompt, ...leftOut } = await parley.invoke('sets.promptFrom', { sessionId, messageId })
  const call = {
    name: 'files.read',
    input: { path: 'a.txt' },
    output: expect.stringContaining('as it was') as string,
  }
  expect(leftOut).toEqual({ leftOutTurns: 0, cutResults: 0 })
  expect(prompt).toEqual({
    text: 'Again?',
    systemPrompt: 'Be kind.\n\nBe brief.',
    values: {},
    checks: [],
    answer: {
      text: 'Done.',
      usage: expect.objectContaining({ model: 'fake/reader', costUsd: 0 }),
      durationMs: expect.any(Number),
    },
    seenBy: ['fake'],
    past: {
      mode: 'next',
      turns: [
        { role: 'user', text: 'Read this.', files: [expect.objectContaining({ name: 'list.txt' })] },
        { role: 'assistant', text: 'Done.', calls: [call] },
      ],
      tools: [
        expect.objectContaining({ name: 'files.read' }),
        expect.objectContaining({ name: 'files.list' }),
      ],
      calls: [call],
    },
  })

  writeFileSync(join(workspace, 'a.txt'), 'as it is now')
  const { set } = await parley.invoke('sets.create', { name: 'Mine', prompts: [prompt] })
  expect(set.prompts[0]).toMatchObject(prompt)
  const before = fake.requests.length
  await runOf(parley, set.id, ['fake/reader'])
  const [first, second] = fake.requests.slice(before).map(({ body }) => JSON.stringify(body))
  expect(first).toContain('A list.')
  expect(second).toContain('as it was')
  expect(second).not.toContain('as it is now')
  const { runs } = await parley.invoke('sets.runs', { setId: set.id })
  const { answers } = await parley.invoke('sets.answers', { runId: runs[0]?.id ?? never(), prompt: 0 })
  expect(answers).toMatchObject([{ text: 'Done.', course: { replayed: 1 } }])
})

test('what is too long or too much is left out of a prompt from a chat, and counted', async () => {
  const parley = await connectOverSocket(await startTestApp())
  const { session } = await parley.invoke('sessions.import', {
    title: 'Long',
    messages: Array.from({ length: 131 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `m${index}`,
    })),
    toolCalls: [
      { id: 'c', name: 'web.fetch', input: { url: 'x' }, result: 'y'.repeat(2_000_000), messageIndex: 129 },
    ],
  })
  const { id: messageId } = await messageAt(parley, session.id, -1)
  const found = await parley.invoke('sets.promptFrom', { sessionId: session.id, messageId })
  const { turns = [] } = found.prompt.past ?? {}
  expect(found).toMatchObject({ leftOutTurns: 30, prompt: { text: 'm130' } })
  expect([turns.length, turns[0]?.text, turns.at(-1)?.text]).toEqual([100, 'm30', 'm129'])
  const output = turns.at(-1)?.calls?.[0]?.output ?? ''
  expect(found.cutResults).toBe(1)
  expect(output.length).toBeLessThanOrEqual(pastLimits.resultChars)
  expect(output).toMatch(/The result had \d+ characters\.\]$/)
  await parley.invoke('sets.create', { name: 'Long', prompts: [found.prompt] })
})

test('the first question of a chat has no past, that of a temporary chat only its text, and one that is gone none', async () => {
  const parley = await connectOverSocket(await startTestApp())
  const { session } = await parley.invoke('sessions.create', {
    model: 'demo/brief',
    isTemporary: true,
    systemPrompt: 'Be brief.',
  })
  const sessionId = session.id
  const watched = watchSession(parley, sessionId)
  for (const count of [2, 4]) {
    await parley.invoke('runs.send', { sessionId, text: `Why ${count}?` })
    await watched.idleWith(count)
  }
  const { id: messageId } = await messageAt(parley, sessionId, 2)
  const plain = { text: 'Why 4?', systemPrompt: null, values: {}, checks: [], seenBy: [] }
  expect((await parley.invoke('sets.promptFrom', { sessionId, messageId })).prompt).toEqual(plain)
  await parley.invoke('sessions.keep', { sessionId })
  const { id: firstId } = await messageAt(parley, sessionId, 0)
  expect((await parley.invoke('sets.promptFrom', { sessionId, messageId: firstId })).prompt).toEqual({
    ...plain,
    text: 'Why 2?',
    systemPrompt: 'Be brief.',
    answer: expect.objectContaining({ usage: expect.objectContaining({ model: 'demo/brief' }) }),
    seenBy: ['demo'],
  })
  await expect(parley.invoke('sets.promptFrom', { sessionId, messageId: 'gone' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('every provider of a comparison has seen its question, whichever pane it is added from', async () => {
  const parley = await connectOverSocket(await startTestApp())
  const { comparison } = await parley.invoke('compare.create', { models: ['demo/brief', 'other/model'] })
  const { paneId, sessionId } = comparison.panes[0] ?? never()
  const ended = Promise.withResolvers<unknown>()
  parley.open('pane.run', { paneId, text: 'Why?' }, { onEvents: () => {}, onEnd: ended.resolve })
  await ended.promise
  const { id: messageId } = await messageAt(parley, sessionId, 0)
  const { prompt } = await parley.invoke('sets.promptFrom', { sessionId, messageId })
  expect(prompt.seenBy).toEqual(['demo', 'other'])
})

function never(): never {
  throw new Error('expected something')
}
