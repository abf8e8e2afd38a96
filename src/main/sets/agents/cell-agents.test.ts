import { expect, test, vi } from 'vitest'

import type { CommandResult } from '../../../shared/agents/command-checks'
import type { Check } from '../../../shared/sets/checks'
import type { CommandStart } from '../../agents/commands/run-command'
import type { Platform } from '../../platform/platform'
import { openSetStage, type SentRequest } from '../testing/set-stage'

const agent = { model: 'claude-code/default', workspace: '/work', permission: 'workspace-write' as const }
const plan = { models: [agent, 'one/a'], repeats: 1, atOnce: 4, costLimitUsd: null }
const command: Check = { kind: 'command', command: 'npm test', seconds: 60 }
const prompt = { text: 'Fix it', checks: [command] }
const exited = (exitCode: number, output = ''): CommandResult => ({
  ended: 'exited',
  exitCode,
  durationMs: 1,
  output,
  isCut: false,
})
const never = new AbortController().signal

/** Prompt sets whose agents work in pretended folders, and a user who agrees to every command. */
function openAgentStage(runCommand: (start: CommandStart) => Promise<CommandResult>) {
  const folders = new Set<string>()
  const removed: string[] = []
  const confirm = vi.fn<Platform['confirm']>(() => Promise.resolve(true))
  const stage = openSetStage({
    confirm,
    runCommand,
    workspaces: {
      open: ({ sessionId, folder, isolation }) => {
        folders.add(sessionId)
        return Promise.resolve(`/${isolation} of ${folder} for ${sessionId}`)
      },
      origin: (id) => Promise.resolve(folders.has(id) ? '/work' : null),
      discard: (id) => {
        removed.push(id)
        return Promise.resolve(folders.delete(id))
      },
    },
    onRequest: (sent) => void work(sent),
  })
  return { stage, folders, removed, confirm }
}

/** Answers as an agent would: in its folder. */
async function work(sent: SentRequest): Promise<void> {
  await sent.agent?.openWorkspace(never)
  sent.answer('Done.')
}

test('an agent answers in a copy of its folder, where the command runs; for a model it does not apply', async () => {
  const ran: CommandStart[] = []
  const { stage, folders, confirm } = openAgentStage((start) => {
    ran.push(start)
    return Promise.resolve(exited(0))
  })
  const setId = stage.addSet([prompt, { ...prompt, text: 'Fix that' }])
  const id = await stage.runs.start({ ...plan, setId })
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 4, judged: 2, passed: 2 })
  expect(confirm.mock.calls.map(([question]) => question)).toEqual([
    {
      kind: 'set-commands',
      lines: [
        { label: 'command', value: 'npm test' },
        { label: 'folder', value: '/work' },
      ],
    },
  ])
  expect(ran.map(({ command: line, folder, limitMs }) => [line, folder, limitMs])).toEqual([
    ['npm test', `/copy of /work for set-${id}-0`, 60_000],
    ['npm test', `/copy of /work for set-${id}-2`, 60_000],
  ])
  expect(stage.sent.map(({ model, agent: turn }) => [model, turn?.permission])).toEqual([
    ['claude-code/default', 'workspace-write'],
    ['one/a', undefined],
    ['claude-code/default', 'workspace-write'],
    ['one/a', undefined],
  ])
  const { answers } = stage.sets.answers(id, 0, null)
  expect(answers.map(({ checks }) => checks)).toEqual([
    [{ passed: true }],
    [{ passed: false, isNotApplicable: true }],
  ])
  expect(folders).toEqual(new Set())
  expect(stage.sets.export(id, 'json')).not.toContain('/work')
})

test.each([
  [exited(2, 'one\n2 tests failed\n'), { passed: false, detail: 'exit code 2: 2 tests failed' }],
  [
    { ...exited(0), ended: 'limit' as const, exitCode: null },
    { passed: false, problem: 'too-slow' },
  ],
  [
    { ...exited(0), ended: 'signal' as const, exitCode: null },
    { passed: false, detail: 'ended by a signal' },
  ],
])('says how a command failed (%#)', async (result, expected) => {
  const { stage } = openAgentStage(() => Promise.resolve(result))
  const id = await stage.runs.start({ ...plan, models: [agent], setId: stage.addSet([prompt]) })
  expect(await stage.ended(id)).toMatchObject({ state: 'done', judged: 1, passed: 0 })
  expect(stage.sets.answers(id, 0, null).answers[0]?.checks).toEqual([expected])
})

test('refused by the user, nothing is asked or run; without agents, the user is not asked', async () => {
  const { stage, confirm } = openAgentStage(() => Promise.resolve(exited(0)))
  confirm.mockResolvedValue(false)
  const setId = stage.addSet([prompt])
  await expect(stage.runs.start({ ...plan, setId })).rejects.toMatchObject({
    code: 'CANCELLED',
    data: { reason: 'check-not-agreed' },
  })
  expect([stage.sent, stage.runs.list({})]).toEqual([[], []])
  const id = await stage.runs.start({ ...plan, models: ['one/a'], setId })
  expect(await stage.ended(id)).toMatchObject({ state: 'done', judged: 0 })
  expect(confirm).toHaveBeenCalledTimes(1)
})

test('stopped during a command, the answer and its folder are kept; resumed, only the command runs again', async () => {
  const started = Promise.withResolvers<void>()
  let runs = 0
  const { stage, folders, confirm } = openAgentStage(async ({ signal }) => {
    runs += 1
    if (runs > 1) return exited(0)
    started.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return { ...exited(0), ended: 'stopped', exitCode: null }
  })
  const id = await stage.runs.start({ ...plan, models: [agent], setId: stage.addSet([prompt, 'Next']) })
  await started.promise
  await stage.runs.stop(id)
  expect(folders).toContain(`set-${id}-0`)
  expect(stage.sets.agents.isKept(`set-${id}-0`)).toBe(true)
  expect(stage.sets.answers(id, 0, null).answers[0]).toMatchObject({ text: 'Done.', checks: null })

  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', judged: 1, passed: 1 })
  expect(stage.sent.filter(({ text }) => text === 'Fix it')).toHaveLength(1)
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(folders).toEqual(new Set())
  expect(stage.sets.agents.isKept(`set-${id}-0`)).toBe(false)
})

test('commands of several runs take turns, and a run that is stopped does not wait for its turn', async () => {
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const { stage } = openAgentStage(async ({ command: line }) => {
    started.push(line)
    first.resolve()
    await end.promise
    return exited(0)
  })
  const start = (line: string) => {
    const setId = stage.addSet([{ text: line, checks: [{ ...command, command: line }] }])
    return stage.runs.start({ ...plan, models: [agent], setId })
  }
  const one = await start('first')
  await first.promise
  const other = await start('second')
  await vi.waitFor(() => expect(stage.sent).toHaveLength(2))
  expect(await stage.runs.stop(other)).toMatchObject({ state: 'stopped' })
  end.resolve()
  expect(await stage.ended(one)).toMatchObject({ state: 'done', passed: 1 })
  expect(started).toEqual(['first'])
})

test('an agent needs a folder, and may not do everything without asking', async () => {
  const { stage } = openAgentStage(() => Promise.resolve(exited(0)))
  const setId = stage.addSet([prompt])
  const reasonOf = (model: object) =>
    stage.runs
      .start({ ...plan, models: [{ ...agent, ...model }], setId })
      .catch((error: { data: { reason: string } }) => error.data.reason)
  expect(await reasonOf({ workspace: ' ' })).toBe('agent-folder-not-chosen')
  expect(await reasonOf({ permission: 'unlimited' })).toBe('agent-unlimited-in-sets')
})
