import { describe, expect, test } from 'vitest'

import type { ApprovalRequest, RunEvent, WatchEvent } from '../../../shared/runs/events'
import type { ConsentSubject } from '../../../shared/tools/tools'
import type { RunSource, SourceEvent } from '../../run-source/run-source'
import { realTemporaryFolder, temporaryFolder } from '../../base/testing/temporary-folder'
import { recoverInterruptedRuns } from '../../store/sessions/run-recovery'
import type { ApprovalQuestion } from './pending-approvals'
import { createRunHarness, takeAll, turn } from '../testing/run-harness'

const bash: ApprovalQuestion = {
  toolName: 'Bash',
  kind: 'execute',
  input: { command: 'npm test' },
  toolCallId: 'c1',
}
const announced: SourceEvent = { type: 'tool-call', toolCallId: 'c1', toolName: 'Bash', input: bash.input }

const asksAndAnswers = (events: readonly WatchEvent[]) =>
  events.filter(({ type }) => type === 'approval-request' || type === 'approval-answered')

/** Chats with an agent that sends `questions` one after another or all at once, and reports each answer. */
function asking(
  questions: ApprovalQuestion[],
  options: { atOnce?: boolean; withdrawal?: AbortSignal } & Parameters<typeof createRunHarness>[1] = {},
) {
  const outcomes: unknown[] = []
  const source: RunSource = async function* (_request, context) {
    yield announced
    const ask = async (question: ApprovalQuestion) => {
      try {
        outcomes.push(await context.requestApproval(question, options.withdrawal))
      } catch (error) {
        outcomes.push(error)
      }
    }
    if (options.atOnce === true) await Promise.all(questions.map(ask))
    else for (const question of questions) await ask(question)
    yield { type: 'text-delta', text: 'Done.' }
  }
  const harness = createRunHarness(source, options)
  const folder = realTemporaryFolder()
  const newChat = (more: Parameters<typeof harness.store.createSession>[0] = {}) =>
    harness.store.createSession({
      model: 'claude-code/default',
      workspace: folder,
      permission: 'workspace-write',
      ...more,
    }).id
  const start = async (sessionId: ReturnType<typeof newChat>) => {
    await harness.manager.send({ sessionId, text: 'Hi' })
    await opened(harness, sessionId)
  }
  const pending = (sessionId: ReturnType<typeof newChat>): ApprovalRequest[] =>
    harness.active.get(sessionId)?.log.state.pending.approvals ?? []
  /** The requests of a finished run, and their answers. */
  const remembered = async (sessionId: ReturnType<typeof newChat>) => {
    await start(sessionId)
    const isAsked = pending(sessionId).length > 0
    if (isAsked) await harness.manager.stop(sessionId)
    return isAsked ? 'asked' : 'remembered'
  }
  return { harness, outcomes, folder, newChat, start, pending, remembered }
}

/** Waits until the run has opened its folder and has asked or ended. */
async function opened(
  harness: ReturnType<typeof createRunHarness>,
  sessionId: Parameters<typeof harness.active.get>[0],
) {
  const run = harness.active.get(sessionId)
  await new Promise<void>((resolve) => {
    const look = () => {
      const { message } = run?.log.state ?? {}
      if (run === undefined || run.isWaiting || run.log.isEnded || message?.status !== 'streaming') resolve()
    }
    run?.log.onAppended(look)
    look()
  })
  await turn()
}

/** Asks and ends without waiting for the answer. */
const notWaiting: RunSource = async function* (_request, context) {
  yield announced
  context.requestApproval(bash).catch(() => {})
}

describe('an approval request', () => {
  test('waits for the user, is part of snapshots, and its answer reaches the source and the call', async () => {
    const { harness, outcomes, newChat, start, pending } = asking([bash])
    const sessionId = newChat()
    const stream = harness.watch(sessionId)
    await start(sessionId)
    const [asked] = pending(sessionId)
    expect(asked).toMatchObject({ ...bash, approvalId: expect.any(String) })
    expect(harness.view.runState(sessionId)).toEqual({ running: true, needsDecision: true })
    expect(harness.active.answerApproval(asked?.approvalId ?? '', 'once')).toBe(true)
    expect(harness.view.runState(sessionId)).toEqual({ running: true })
    await turn()
    expect(outcomes).toEqual(['once'])
    expect(asksAndAnswers(takeAll(stream))).toMatchObject([
      { type: 'approval-request' },
      { type: 'approval-answered', decision: 'once', toolCallId: 'c1' },
    ])
    expect(harness.answersOf(sessionId)).toMatchObject([
      { status: 'complete', parts: [{ type: 'tool-call', approval: 'once' }, { text: 'Done.' }] },
    ])
    expect(harness.reported).toEqual([])
  })

  test('answered by two windows takes the first answer', async () => {
    const { harness, outcomes, newChat, start, pending } = asking([bash])
    const sessionId = newChat()
    await start(sessionId)
    const id = pending(sessionId)[0]?.approvalId ?? ''
    expect([
      harness.active.answerApproval(id, 'deny'),
      harness.active.answerApproval(id, 'always'),
      harness.active.answerApproval('unknown', 'once'),
    ]).toEqual([true, false, false])
    await turn()
    expect(outcomes).toEqual(['deny'])
    expect(harness.consents.list()).toEqual([])
  })

  test('is answered independently of another, and the watchdog resumes after both', async () => {
    const second: ApprovalQuestion = { ...bash, toolCallId: 'c2', input: { command: 'npm run lint' } }
    const { harness, outcomes, newChat, start, pending } = asking([bash, second], {
      atOnce: true,
      timeouts: { idleMs: 1_000, wallMs: 0 },
    })
    const sessionId = newChat()
    await start(sessionId)
    const ids = pending(sessionId).map(({ approvalId }) => approvalId)
    expect(new Set(ids).size).toBe(2)
    harness.clock.advance(60_000)
    harness.active.answerApproval(ids[1] ?? '', 'once')
    harness.clock.advance(60_000)
    expect(harness.active.get(sessionId)?.log.isEnded).toBe(false)
    harness.active.answerApproval(ids[0] ?? '', 'deny')
    await turn()
    expect(outcomes).toEqual(['once', 'deny'])
    expect(harness.answersOf(sessionId)).toMatchObject([{ status: 'complete' }])
  })

  test.each(['user', 'wall-timeout'] as const)(
    'that is pending when the run ends by %s is withdrawn before the end and allows nothing',
    async (reason) => {
      const { harness, outcomes, newChat, start, pending } = asking([bash], {
        timeouts: { idleMs: 0, wallMs: 5_000 },
      })
      const sessionId = newChat()
      const stream = harness.watch(sessionId)
      await start(sessionId)
      const id = pending(sessionId)[0]?.approvalId ?? ''
      if (reason === 'user') await harness.manager.stop(sessionId)
      else harness.clock.advance(5_000)
      await turn()
      expect(harness.active.answerApproval(id, 'once')).toBe(false)
      expect(outcomes).toEqual([expect.objectContaining({ stopReason: reason })])
      const kept = ['approval-request', 'approval-answered', 'error', 'run-end']
      const order = takeAll(stream).filter((event): event is RunEvent => kept.includes(event.type))
      expect(order.map(({ type }) => type)).toEqual(
        kept.filter((type) => reason !== 'user' || type !== 'error'),
      )
      expect(order[1]).toMatchObject({ decision: 'withdrawn' })
      expect(harness.answersOf(sessionId)).toMatchObject([{ stopReason: reason }])
      expect(harness.answersOf(sessionId)[0]?.parts[0]).toMatchObject({
        state: 'cancelled',
        approval: 'withdrawn',
      })
      expect(harness.reported).toEqual([])
    },
  )

  test('is withdrawn by its source, and the run continues', async () => {
    const withdrawal = new AbortController()
    const { harness, outcomes, newChat, start, pending } = asking([bash], { withdrawal: withdrawal.signal })
    const sessionId = newChat()
    await start(sessionId)
    const id = pending(sessionId)[0]?.approvalId ?? ''
    withdrawal.abort(new Error('never mind'))
    await turn()
    expect(outcomes).toEqual([new Error('never mind')])
    expect(harness.active.answerApproval(id, 'once')).toBe(false)
    expect(harness.answersOf(sessionId)).toMatchObject([
      { status: 'complete', parts: [{ approval: 'withdrawn' }, { text: 'Done.' }] },
    ])
  })

  test('is withdrawn when its source ends', async () => {
    const harness = createRunHarness(notWaiting)
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text: 'Hi' })
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([
      { status: 'complete', parts: [{ approval: 'withdrawn', state: 'cancelled' }] },
    ])
  })

  test('in a pane is withdrawn when the stream of the pane closes', async () => {
    const { harness, folder, pending } = asking([bash])
    const work = { model: 'codex/default', workspace: folder }
    const [pane] = harness.comparisons.create({ models: [work, work] }).panes
    if (pane === undefined) throw new Error('expected a comparison with panes')
    const stream = harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' })
    await opened(harness, pane.sessionId)
    expect(pending(pane.sessionId)).toHaveLength(1)
    expect(harness.comparisons.list()).toMatchObject([{ running: true, needsDecision: true }])
    stream.close('closed')
    await turn()
    expect(asksAndAnswers(takeAll(stream)).at(-1)).toMatchObject({ decision: 'withdrawn' })
    expect(harness.answersOf(pane.sessionId)[0]?.parts[0]).toMatchObject({ approval: 'withdrawn' })
  })

  test('is withdrawn in the recovered answer after the process was killed', async () => {
    const { harness, newChat, start } = asking([bash])
    const sessionId = newChat()
    await start(sessionId)
    harness.clock.advance(250)
    const { recovered } = await recoverInterruptedRuns(harness.store)
    expect(recovered).toMatchObject([
      { stopReason: 'interrupted', parts: [{ state: 'cancelled', approval: 'withdrawn' }] },
    ])
  })
})

/** A chat in which the user has given a lasting consent. */
async function decided(decision: 'session' | 'always', more: Parameters<typeof asking>[1] = {}) {
  const chats = asking([bash], more)
  const sessionId = chats.newChat()
  await chats.start(sessionId)
  chats.harness.active.answerApproval(chats.pending(sessionId)[0]?.approvalId ?? '', decision)
  await turn()
  expect(chats.outcomes).toEqual(['once'])
  return { ...chats, sessionId }
}

describe('stored consent', () => {
  test('for the session applies to that chat alone, and is recorded with the request', async () => {
    const { harness, sessionId, newChat, remembered } = await decided('session')
    const stream = harness.watch(sessionId)
    expect(await remembered(sessionId)).toBe('remembered')
    expect(asksAndAnswers(takeAll(stream))).toMatchObject([
      { type: 'approval-request', input: bash.input },
      { type: 'approval-answered', decision: 'session', isRemembered: true },
    ])
    expect(await remembered(newChat())).toBe('asked')
    expect(harness.consents.list()).toEqual([])
  })

  test('for the session ends when the chat is deleted, even if it is restored', async () => {
    const { harness, sessionId, remembered } = await decided('session')
    harness.store.deleteSession(sessionId)
    harness.store.restoreSession(sessionId)
    expect(await remembered(sessionId)).toBe('asked')
  })

  test('with “always” applies to this folder and agent, and is listed until it is revoked', async () => {
    const { harness, folder, newChat, remembered } = await decided('always')
    expect(await remembered(newChat())).toBe('remembered')
    expect(await remembered(newChat({ workspace: temporaryFolder() }))).toBe('asked')
    expect(await remembered(newChat({ model: 'codex/default' }))).toBe('asked')
    const [rule] = harness.consents.list()
    expect(rule).toEqual({
      id: expect.any(String),
      decision: 'allow',
      agentId: 'claude-code',
      folder,
      kind: 'execute',
      what: 'npm test',
      decidedAt: harness.clock.now(),
      lastUsedAt: harness.clock.now(),
    })
    expect([harness.consents.remove(rule?.id ?? ''), harness.consents.remove(rule?.id ?? '')]).toEqual([
      true,
      false,
    ])
    expect(await remembered(newChat())).toBe('asked')
  })

  test('for a wider permission does not apply to a narrower one, but the reverse does', async () => {
    const { newChat, remembered } = await decided('always')
    expect(await remembered(newChat({ permission: 'read-only' }))).toBe('asked')
    expect(await remembered(newChat({ permission: 'unlimited' }))).toBe('remembered')
  })

  test('with “never” denies without asking, in every chat of the folder and with every permission, until it is revoked', async () => {
    const { harness, outcomes, newChat, start, pending, remembered } = asking([bash])
    const sessionId = newChat()
    await start(sessionId)
    harness.active.answerApproval(pending(sessionId)[0]?.approvalId ?? '', 'never')
    await turn()
    const stream = harness.watch(sessionId)
    for (const permission of ['read-only', 'workspace-write'] as const) {
      expect(await remembered(newChat({ permission }))).toBe('remembered')
    }
    expect(await remembered(sessionId)).toBe('remembered')
    expect(outcomes).toEqual(['deny', 'deny', 'deny', 'deny'])
    expect(asksAndAnswers(takeAll(stream)).at(-1)).toMatchObject({ decision: 'never', isRemembered: true })
    expect(harness.answersOf(sessionId)[0]?.parts[0]).toMatchObject({ approval: 'never' })
    const [rule] = harness.consents.list()
    expect(rule).toMatchObject({ decision: 'never', what: 'npm test' })
    harness.consents.remove(rule?.id ?? '')
    expect(await remembered(newChat())).toBe('asked')
  })

  test('is not stored for a request that cannot be compared, which is allowed once', async () => {
    const vague: ApprovalQuestion = { ...bash, input: {} }
    const { harness, outcomes, newChat, start, pending, remembered } = asking([vague])
    const sessionId = newChat()
    await start(sessionId)
    expect(pending(sessionId)).toMatchObject([{ isOnceOnly: true }])
    harness.active.answerApproval(pending(sessionId)[0]?.approvalId ?? '', 'always')
    await turn()
    expect(outcomes).toEqual(['once'])
    expect(harness.answersOf(sessionId)[0]?.parts[0]).toMatchObject({ approval: 'once' })
    expect(harness.consents.list()).toEqual([])
    expect(await remembered(sessionId)).toBe('asked')
  })

  test('that the disk refuses is reported, and the request stays pending', async () => {
    const { harness, outcomes, newChat, start, pending } = asking([bash])
    const sessionId = newChat()
    await start(sessionId)
    const id = pending(sessionId)[0]?.approvalId ?? ''
    harness.database.setFault('full')
    expect(() => harness.active.answerApproval(id, 'always')).toThrow(
      expect.objectContaining({ code: 'STORE_FULL' }),
    )
    harness.database.setFault(null)
    expect(outcomes).toEqual([])
    harness.active.answerApproval(id, 'deny')
    await turn()
    expect(outcomes).toEqual(['deny'])
  })
})

describe('a model’s call', () => {
  const subject: ConsentSubject = {
    tool: 'web.fetch',
    place: 'example.com',
    fingerprint: 'f1',
    description: 'Fetches a page.',
    inputSchema: { type: 'object' },
  }
  const fetchPage: ApprovalQuestion = {
    toolName: 'web.fetch',
    kind: 'fetch',
    input: { url: 'https://example.com/a' },
    toolCallId: 'c1',
    subject,
    origin: { tool: 'web.search', place: 'search.example' },
  }
  const model = { model: 'test/model' }

  test('is covered by a permission for its tool and place whatever its input, and is asked about again when the tool changes', async () => {
    const questions = [fetchPage]
    const { harness, outcomes, newChat, start, pending, remembered } = asking(questions)
    const sessionId = newChat(model)
    await start(sessionId)
    expect(pending(sessionId)).toMatchObject([{ subject, origin: fetchPage.origin }])
    expect(pending(sessionId)[0]).not.toHaveProperty('changedSince')
    harness.active.answerApproval(pending(sessionId)[0]?.approvalId ?? '', 'always')
    await turn()
    questions[0] = { ...fetchPage, input: { url: 'https://example.com/b' } }
    expect(await remembered(newChat(model))).toBe('remembered')
    expect(outcomes).toEqual(['once', 'once'])

    questions[0] = { ...fetchPage, subject: { ...subject, fingerprint: 'f2', description: 'Sends a page.' } }
    const another = newChat(model)
    await start(another)
    expect(pending(another)).toMatchObject([
      { changedSince: { description: subject.description, inputSchema: subject.inputSchema } },
    ])
    expect(harness.toolConsents.list()).toMatchObject([{ place: 'example.com', decision: 'allow' }])
  })

  test('that always has to be decided is neither covered nor remembered', async () => {
    const { harness, outcomes, newChat, start, pending, remembered } = asking([
      { ...fetchPage, isOnceOnly: true },
    ])
    const sessionId = newChat(model)
    harness.toolConsents.remember(sessionId, subject, 'always')
    await start(sessionId)
    harness.active.answerApproval(pending(sessionId)[0]?.approvalId ?? '', 'never')
    await turn()
    expect(outcomes).toEqual(['deny'])
    expect(await remembered(sessionId)).toBe('asked')
  })
})
