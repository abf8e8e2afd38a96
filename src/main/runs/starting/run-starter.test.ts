import { expect, test, vi } from 'vitest'

import type { ReadAttachment, RunSource } from '../../run-source/run-source'
import { type ResolvedModel, RunStarter, type ToolsOfRun } from './run-starter'
import { agentContextTokens } from '../../../shared/knowledge/knowledge'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart, Message, Part } from '../../../shared/sessions/messages'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import type { RunQuestion } from '../../store/sessions/session-store'
import { Run } from '../run/run'
import { createRunHarness } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const notes: AttachmentPart = {
  type: 'attachment',
  attachmentId: 'a'.repeat(64),
  name: 'notes.txt',
  mediaType: 'text/plain',
  sizeBytes: 5,
}

const readAttachment: ReadAttachment = () => expect.unreachable('no file is read here')
const costOf = () => Promise.resolve({ usd: 1, isAtLeast: false })

const partial: Message = {
  id: 'answer' as MessageId,
  sessionId: 'chat' as SessionId,
  parentId: null,
  role: 'assistant',
  parts: [],
  status: 'partial',
  stopReason: 'user',
  runId: 'run' as RunId,
  model: 'test/model',
  createdAt: 1,
}

const continuing = (parts: Part[]) => ({ continues: { ...partial, parts } })

test('refuses a chat without a model, stores nothing and frees the session', async () => {
  const harness = createRunHarness(new ScriptedSource().run)
  const sessionId = harness.store.createSession({}).id
  await expect(harness.manager.send({ sessionId, text: 'Hi' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'model', reason: 'model-not-chosen' },
  })
  expect(harness.store.readPath(sessionId).messages).toEqual([])
  expect(harness.leases.holder(sessionId)).toBeNull()
})

type Deps = ConstructorParameters<typeof RunStarter>[0]

/** A starter with only what every run needs, and `deps`. */
function starting(facts: Partial<ResolvedModel> = {}, deps: Partial<Deps> = {}) {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const { store, leases, active, agentRuns, newId } = harness
  const starter = new RunStarter({
    store,
    leases,
    active,
    agentRuns,
    newId,
    resolveSource: () => ({ source: source.run, modelId: 'seeing', ...facts }),
    timeouts: () => ({ idleMs: 1, wallMs: 2 }),
    ...deps,
  })
  const begin = (extras?: Parameters<typeof starter.start>[3], sessionId = harness.newChat()) =>
    starter.start(sessionId, 'detached', { user: { text: 'Hi' } }, extras)
  return { source, harness, starter, begin }
}

/** Leaves a source as it is, and records what it gets for each run. */
function recording<Given>() {
  const given: Given[] = []
  const around = (source: RunSource, run: Given) => {
    given.push(run)
    return source
  }
  return { given, around }
}

test('passes the facts about the model to the run and its source', async () => {
  const facts = { graceMs: 9_000, costOf, takesImages: true }
  const { source, harness, starter } = starting(facts, { readAttachment })
  const sessionId = harness.newChat()
  const run = starter.start(sessionId, 'detached', { user: { text: 'Hi' } })
  const timeouts = { idleMs: 1, wallMs: 2 }
  expect(run.spec).toMatchObject({ graceMs: 9_000, costOf, timeouts, keepsResults: true })
  expect(run.spec.saveFile).toBeUndefined()
  await source.idle()
  expect(source.requests).toMatchObject([{ modelId: 'seeing', takesImages: true, readAttachment }])
  await run.stop('user')
})

test('a model gets its tools with the spending limits, which do not apply to a free model', async () => {
  for (const isFree of [true, false]) {
    const spent: (number | undefined)[] = []
    const { given, around } = recording<ToolsOfRun>()
    const { begin } = starting(
      { isFree },
      { tools: { around }, assertMaySpend: (also) => void spent.push(also) },
    )
    const run = begin()
    const { messageId, sessionId, model } = run.spec
    expect(given).toMatchObject([{ messageId, model, session: { id: sessionId }, resolved: { isFree } }])
    given[0]?.assertMaySpend(3)
    expect(spent).toEqual(isFree ? [] : [undefined, 3])
    await run.stop('user')
  }
})

test('without spending limits, tools are not limited either', async () => {
  const { given, around } = recording<ToolsOfRun>()
  const { begin, starter } = starting({}, { tools: { around } })
  const run = begin()
  expect(() => given[0]?.assertMaySpend(3)).not.toThrow()
  expect(starter.resolve('test/model').modelId).toBe('seeing')
  await run.stop('user')
})

test('knowledge is found for a question, and a continued answer gets its earlier knowledge', async () => {
  const { given, around } = recording<object>()
  const { begin, harness } = starting({ contextTokens: 8_000 }, { knowledge: { around } })
  const had: Part = { type: 'knowledge', excerpts: [] }
  const runs = [begin(), begin(continuing([{ type: 'text', text: 'One' }, had])), begin(continuing([]))]
  const model = { contextTokens: 8_000, isAgent: false }
  expect(given).toEqual(
    [undefined, had, null].map((before, at) => ({ sessionId: runs[at]?.spec.sessionId, ...model, before })),
  )
  const working = starting({ contextTokens: 8_000, agentId: 'opencode' }, { knowledge: { around } })
  const chat = working.harness.store.createSession({ model: 'opencode/x', workspace: temporaryFolder() })
  const agent = working.begin({}, chat.id)
  expect(given.at(-1)).toMatchObject({ contextTokens: agentContextTokens, isAgent: true, before: undefined })
  await Promise.all([...runs, agent].map((run) => run.stop('user')))
  expect(harness.reported).toEqual([])
})

test('an agent may be silent for long, reports itself what a stop made of its calls, and continues no answer', async () => {
  const { harness, begin } = starting({ agentId: 'opencode' })
  const { id } = harness.store.createSession({ model: 'opencode/x', workspace: temporaryFolder() })
  expect(() => begin(continuing([]), id)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', data: { field: 'messageId', reason: 'not-continued' } }),
  )
  const run = begin({}, id)
  expect(run.spec).toMatchObject({ timeouts: { idleMs: 0, wallMs: 2 }, keepsResults: false })
  await run.stop('user')
})

/** Asks in a new temporary chat. */
function askTemporary(question: RunQuestion, facts?: Partial<ResolvedModel>) {
  const { harness, starter } = starting(facts)
  const { store } = harness
  const getSession = store.getSession.bind(store)
  vi.spyOn(store, 'getSession').mockImplementation((id) => ({ ...getSession(id), isTemporary: true }))
  return starter.start(harness.newChat(), 'detached', question)
}

test.each<[string, RunQuestion, Partial<ResolvedModel>, { field: string; reason: string }]>([
  [
    'files',
    { user: { text: 'Hi', attachments: [notes] } },
    {},
    { field: 'attachments', reason: 'temporary-files' },
  ],
  [
    'an agent',
    { user: { text: 'Hi' } },
    { agentId: 'opencode' },
    { field: 'model', reason: 'temporary-agent' },
  ],
])('a temporary chat refuses %s, which would leave something on the disk', (_what, question, facts, data) => {
  expect(() => askTemporary(question, facts)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', data }),
  )
})

test('a temporary chat answers new and earlier messages without files', async () => {
  const runs = [askTemporary({ user: { text: 'Hi' } }), askTemporary({ parentId: null })]
  await Promise.all(runs.map((run) => run.stop('user')))
})

test('a file in an answer is saved for its chat', async () => {
  const saved: unknown[] = []
  const saveFile: Deps['saveFile'] = (...file) => {
    saved.push(file)
    return Promise.reject(new Error('no disk'))
  }
  const run = starting({}, { saveFile }).begin()
  const [file, signal] = [{ mediaType: 'image/png' }, new AbortController().signal]
  await expect(run.spec.saveFile?.(file as never, signal)).rejects.toThrow('no disk')
  expect(saved).toEqual([[run.spec.sessionId, file, signal]])
  await run.stop('user')
})

test('a file of a hidden contestant is stored under a name that does not give it away, and so is its refusal', async () => {
  const saved: unknown[] = []
  const shown = new Error('not said')
  const { starter, begin } = starting(
    {},
    {
      saveFile: (_sessionId, { name, bytes }) => {
        saved.push([name, bytes.length])
        return Promise.resolve({ ...notes, name })
      },
      contestants: {
        isHidden: () => true,
        openRun: (...given) => new Run(...given),
        shownRefusal: () => shown,
      },
    },
  )
  const run = begin()
  const names = ['claude.drawing.png', 'claude', 'drawn.CLAUDE']
  for (const name of names) {
    const kept = run.spec.saveFile?.({ name, bytes: new Uint8Array(1) }, new AbortController().signal)
    expect(await kept).toEqual({ ...notes, name })
  }
  expect(saved).toEqual([
    ['file.png', 1],
    ['file', 1],
    ['file', 1],
  ])
  await run.stop('user')
  starter.shut(new Error('zorblax has no key'))
  expect(() => begin()).toThrow(shown)
})
