import { expect, test, vi } from 'vitest'

import type { CommandResult } from '../../../shared/agents/command-checks'
import type { Check } from '../../../shared/sets/checks'
import type { CommandStart } from '../../agents/commands/run-command'
import type { Platform } from '../../platform/platform'
import { ParleyError } from '../../../shared/errors'
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

/** Prompt sets whose agents work in pretended folders, and a user who approves every command. */
function openAgentStage(
  runCommand: (start: CommandStart) => Promise<CommandResult>,
  onRequest: (sent: SentRequest) => void = (sent) => void work(sent),
) {
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
    onRequest,
  })
  return { stage, folders, removed, confirm }
}

const stopped: CommandResult = { ...exited(0), ended: 'stopped', exitCode: null }

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
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
    ['npm test', expect.stringContaining(`/copy of /work for set-${id}-`), 60_000],
    ['npm test', expect.stringContaining(`/copy of /work for set-${id}-`), 60_000],
  ])
  // Answers mention their folders, so a cell number in them would reveal the model.
  expect(ran.filter(({ folder }) => /-\d{1,3}$/.test(folder))).toEqual([])
  expect(new Set(ran.map(({ folder }) => folder)).size).toBe(2)
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
  expect(stage.exported(id, 'json')).not.toContain('/work')
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

test('an agent whose command is silent for hours is not cut by the idle limit, unlike a model', async () => {
  const asked = Promise.withResolvers<void>()
  const open: SentRequest[] = []
  const { stage } = openAgentStage(
    () => Promise.resolve(exited(0)),
    (sent) => {
      open.push(sent)
      if (open.length === 2) asked.resolve()
    },
  )
  const id = await stage.runs.start({ ...plan, setId: stage.addSet(['Question']) })
  await asked.promise
  stage.clock.advance(3 * 60 * 60_000)
  for (const sent of open) void work(sent)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', failed: 1 })
  const { answers } = stage.sets.answers(id, 0, null)
  expect(answers.map(({ text, error }) => [text, error?.code])).toEqual([
    ['Done.', undefined],
    ['', 'TIMEOUT'],
  ])
})

test('if the user refuses, nothing is asked or run; without agents, the user is not asked', async () => {
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

test('a stop during a command keeps the answer and its folder; after resuming, only the command runs again', async () => {
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
  const [kept = ''] = folders
  expect(folders.size).toBe(1)
  expect(stage.sets.agents.isKept(kept)).toBe(true)
  expect(stage.sets.answers(id, 0, null).answers[0]).toMatchObject({ text: 'Done.', checks: null })

  await stage.runs.resume(id)
  expect(await stage.ended(id)).toMatchObject({ state: 'done', judged: 1, passed: 1 })
  expect(stage.sent.filter(({ text }) => text === 'Fix it')).toHaveLength(1)
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(folders).toEqual(new Set())
  expect(stage.sets.agents.isKept(kept)).toBe(false)
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

test('an agent needs a folder, and may not have full access', async () => {
  const { stage } = openAgentStage(() => Promise.resolve(exited(0)))
  const setId = stage.addSet([prompt])
  const reasonOf = (model: object) =>
    stage.runs
      .start({ ...plan, models: [{ ...agent, ...model }], setId })
      .catch((error: { data: { reason: string } }) => error.data.reason)
  expect(await reasonOf({ workspace: ' ' })).toBe('agent-folder-not-chosen')
  expect(await reasonOf({ permission: 'unlimited' })).toBe('agent-unlimited-in-sets')
})

test('a stop while a resumed run repeats a command waits until the command has ended', async () => {
  const commands: CommandStart[] = []
  const isGone = Promise.withResolvers<void>()
  const { stage } = openAgentStage(async (start) => {
    commands.push(start)
    await aborted(start.signal)
    if (commands.length > 1) await isGone.promise
    return stopped
  })
  const id = await stage.runs.start({ ...plan, models: [agent], setId: stage.addSet([prompt]) })
  await vi.waitFor(() => expect(commands).toHaveLength(1))
  await stage.runs.stop(id)
  await stage.runs.resume(id)
  await vi.waitFor(() => expect(commands).toHaveLength(2))
  let hasStopped = false
  const stop = stage.runs.stop(id).then((run) => {
    hasStopped = true
    return run
  })
  await new Promise(setImmediate)
  expect(hasStopped).toBe(false)
  isGone.resolve()
  expect(await stop).toMatchObject({ state: 'stopped' })
})

test.each([
  [new ParleyError('INVALID_INPUT', 'The folder does not exist.'), { problem: 'folder-gone' }],
  [new ParleyError('AGENT_FAILED', 'No shell.'), { detail: 'No shell.' }],
])(
  'a command that cannot be run fails its check, so that nothing stays unchecked (%#)',
  async (refusal, why) => {
    const { stage, folders } = openAgentStage(() => Promise.reject(refusal))
    const id = await stage.runs.start({ ...plan, models: [agent], setId: stage.addSet([prompt]) })
    expect(await stage.ended(id)).toMatchObject({ state: 'done', judged: 1, passed: 0 })
    expect(stage.sets.answers(id, 0, null).answers[0]?.checks).toEqual([{ passed: false, ...why }])
    expect(folders).toEqual(new Set())
  },
)

test('an agent that has to be asked again gets its new folder only after the old one is gone', async () => {
  const log: string[] = []
  const isRemoved = Promise.withResolvers<void>()
  const stage = openSetStage({
    workspaces: {
      open: () => {
        log.push('open')
        return Promise.resolve('/copy')
      },
      origin: () => Promise.resolve('/work'),
      discard: async () => {
        log.push('discard')
        if (log.filter((what) => what === 'discard').length === 2) await isRemoved.promise
        return true
      },
    },
    onRequest: (sent) => void answerTheSecondTime(sent),
  })
  const answerTheSecondTime = async (sent: SentRequest) => {
    if (sent.agent === undefined) return
    await sent.agent.openWorkspace(never)
    if (log.filter((what) => what === 'open').length > 1) sent.answer('Done.')
    else sent.fail(new ParleyError('PROVIDER_OVERLOADED', 'Busy', { data: { retryAfterMs: 1_000 } }))
  }
  const id = await stage.runs.start({ ...plan, atOnce: 2, setId: stage.addSet(['Q']) })
  await vi.waitFor(() => expect(log).toEqual(['discard', 'open', 'discard']))
  stage.clock.advance(2_000)
  // Another answer makes room for a request.
  stage.sent.find(({ model }) => model === 'one/a')?.answer('Yes.')
  await new Promise(setImmediate)
  expect(log).toEqual(['discard', 'open', 'discard'])
  isRemoved.resolve()
  expect(await stage.ended(id)).toMatchObject({ state: 'done', failed: 0 })
  expect(log).toEqual(['discard', 'open', 'discard', 'discard', 'open', 'discard'])
})
