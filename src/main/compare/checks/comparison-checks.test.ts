import { expect, test } from 'vitest'

import type { CheckEvent, CommandCheck, CommandResult } from '../../../shared/agents/command-checks'
import type { ComparisonId, PaneId, SessionId } from '../../../shared/ids'
import type { Comparison } from '../../../shared/sessions/sessions'
import type { CommandStart } from '../../agents/commands/run-command'
import { systemClock } from '../../base/clock'
import { randomId } from '../../base/new-id'
import { SessionLeases } from '../../leases/session-leases'
import type { Confirmation } from '../../platform/platform'
import { type CheckStream, ComparisonChecks } from './comparison-checks'

const passed: CommandResult = { ended: 'exited', exitCode: 0, durationMs: 5, output: 'ok', isCut: false }

/** Agents in the sessions `own-…`, each with a folder of its own, and a model in `model`. */
function open(sessionIds: readonly string[], questions: Readonly<Record<string, string>> = {}) {
  const asked: Confirmation[] = []
  const started: CommandStart[] = []
  const kept: Record<string, CommandCheck> = {}
  const leases = new SessionLeases()
  const state = { isAgreed: true, command: (_start: CommandStart) => Promise.resolve(passed), tree: 't1' }
  const panes = sessionIds.map((sessionId, position) => ({ paneId: `p${position}`, sessionId, position }))
  const checks = new ComparisonChecks({
    store: { get: () => ({ panes }) as unknown as Comparison },
    paneEnd: ({ sessionId }) => ({
      question: { parts: [{ type: 'text', text: questions[sessionId] ?? 'Fix it' }], createdAt: 1 },
      isJudgeable: true,
    }),
    leases,
    hiddenWork: { checkOf: () => (event) => event },
    workspaces: {
      origin: (id) => Promise.resolve(id.startsWith('own') ? '/work' : null),
      state: (id) => Promise.resolve({ workFolder: `/copies/${id}`, tree: state.tree }),
      keepCheck: (id, check) => {
        kept[id] = check
        return Promise.resolve()
      },
    },
    confirm: (question) => {
      asked.push(question)
      return Promise.resolve(state.isAgreed)
    },
    runCommand: (start) => {
      started.push(start)
      return state.command(start)
    },
    clock: systemClock,
    newId: randomId,
  })
  const run = (command = 'npm test', paneIds?: PaneId[]) =>
    checks.run(
      { comparisonId: 'c1' as ComparisonId, command, limitMs: 1_000, paneIds },
      new AbortController().signal,
    )
  return { checks, run, asked, started, kept, leases, state }
}

/** All events until the stream has ended. */
async function eventsOf(stream: CheckStream): Promise<CheckEvent[]> {
  const events: CheckEvent[] = []
  for (;;) {
    events.push(...stream.take(100))
    if (stream.end !== null) return events
    await new Promise<void>((resolve) => {
      const stop = stream.onReadable(() => {
        stop()
        resolve()
      })
    })
  }
}

function outline(events: readonly CheckEvent[]): string[] {
  return events.map((event) => (event.type === 'planned' ? 'planned' : `${event.type} ${event.sessionId}`))
}

test('runs in the folder of each agent, one after another, and keeps each result', async () => {
  const { run, started, kept } = open(['own-a', 'model', 'own-b'])
  const stream = await run()
  const events = await eventsOf(stream)
  expect(outline(events)).toEqual(['planned', 'started own-a', 'ended own-a', 'started own-b', 'ended own-b'])
  expect(events[0]).toEqual({ type: 'planned', sessionIds: ['own-a', 'own-b'] })
  expect(started.map(({ command, folder }) => [command, folder])).toEqual([
    ['npm test', '/copies/own-a'],
    ['npm test', '/copies/own-b'],
  ])
  expect(Object.keys(kept)).toEqual(['own-a', 'own-b'])
  expect(kept['own-a']).toMatchObject({ command: 'npm test', exitCode: 0, hasChangedFiles: false })
  expect(stream.end).toEqual({ reason: 'completed' })
})

test('asks once about a command and shows it with the folder; if the user refuses, nothing runs', async () => {
  const { run, asked, started, state } = open(['own-a'])
  state.isAgreed = false
  await expect(run()).rejects.toMatchObject({ code: 'CANCELLED', data: { reason: 'check-not-agreed' } })
  expect(started).toEqual([])
  state.isAgreed = true
  await eventsOf(await run())
  await eventsOf(await run())
  await eventsOf(await run('npm test -- --all'))
  expect(asked.map(({ lines }) => lines.map(({ value }) => value))).toEqual([
    ['npm test', '/work'],
    ['npm test', '/work'],
    ['npm test -- --all', '/work'],
  ])
})

test('agents that were asked something else are left out, unless no two were asked the same', async () => {
  const { run } = open(['own-a', 'own-b', 'own-c'], { 'own-b': 'Write a poem' })
  expect((await eventsOf(await run()))[0]).toEqual({ type: 'planned', sessionIds: ['own-a', 'own-c'] })
  const apart = open(['own-a', 'own-b'], { 'own-b': 'Write a poem' })
  expect((await eventsOf(await apart.run()))[0]).toEqual({ type: 'planned', sessionIds: ['own-a', 'own-b'] })
})

test('a comparison of models has nothing to check, and asks nothing', async () => {
  const { run, asked } = open(['model'])
  await expect(run()).rejects.toMatchObject({ data: { reason: 'check-without-folder' } })
  expect(asked).toEqual([])
})

test('a pane that is answering is reported, and the others are checked', async () => {
  const { run, leases } = open(['own-a', 'own-b'])
  leases.acquire('own-a' as SessionId, { kind: 'direct', stop: () => {} })
  const events = await eventsOf(await run())
  expect(outline(events)).toEqual([
    'planned',
    'started own-a',
    'failed own-a',
    'started own-b',
    'ended own-b',
  ])
  expect(events[2]).toMatchObject({ error: { code: 'RUN_ACTIVE' } })
})

test('says when the command itself changed files', async () => {
  const { run, kept, state } = open(['own-a'])
  state.command = () => {
    state.tree = 't2'
    return Promise.resolve(passed)
  }
  await eventsOf(await run())
  expect(kept['own-a']).toMatchObject({ hasChangedFiles: true })
})

test('stop ends the running command, starts no other, and frees the pane; the stopped check is not stored', async () => {
  const { run, checks, started, kept, leases, state } = open(['own-a', 'own-b'])
  state.command = ({ signal }) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ ...passed, ended: 'stopped', exitCode: null })),
    )
  for (const stop of [(stream: CheckStream) => stream.close(), () => void checks.close()]) {
    const stream = await run()
    const events = eventsOf(stream)
    await expect.poll(() => leases.isBusy('own-a' as SessionId)).toBe(true)
    await expect.poll(() => started.length).toBeGreaterThan(0)
    stop(stream)
    expect(outline(await events)).toEqual(['planned', 'started own-a', 'ended own-a'])
    expect([stream.end, leases.isBusy('own-a' as SessionId)]).toEqual([{ reason: 'stopped' }, false])
    started.length = 0
  }
  expect(kept).toEqual({})
  await expect(run()).rejects.toMatchObject({ data: { reason: 'quitting' } })
})
