// A prompt set of 1,000 cells whose app is killed 20 times: every cell gets its answer exactly once, no answered cell
// is asked again, even if its checks had not ended, and a kill loses at most the requests in progress.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SetRunId } from '../../src/shared/ids.ts'
import type { StreamInput } from '../../src/shared/rpc/contract.ts'
import type { SetRun } from '../../src/shared/sets/sets.ts'
import { type FakeRequest, preciseNow } from '../fake-provider/fake-request.ts'
import { completeStream } from '../fake-provider/script.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { between, until } from './parts/moments.ts'
import { saveFakeProvider } from './parts/stage.ts'

const kills = 20
const atOnce = 8
const models = ['fake/left', 'fake/right']
/** Slow enough that the run lasts longer than the kills. */
const tokensPerSecond = 10
const answer = ['It is ', '42', `, ${'a'.repeat(40)}!`]
/** For one prompt in this many, a check runs into its time limit and fails. */
const slowEvery = 40
/** An answer that ended this long before a kill is stored. */
const storedWithinMs = 500

await runDrill({ name: 'sets', limitSeconds: 600, count: 1_000, play })

async function play(drill: Drill): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sets-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const model of ['left', 'right']) {
    const tokens = { type: 'tokens' as const, tokens: answer, perSecond: tokensPerSecond }
    drill.fake.script(model, completeStream([tokens], { reason: 'stop' }))
  }
  let host = await drill.startHost({ userData: folder })
  let client = await host.connect()
  await saveFakeProvider(client, drill.fake)
  const promptCount = Math.ceil(drill.count / models.length)
  const { set } = await client.invoke('sets.create', {
    name: 'Drill',
    prompts: Array.from({ length: promptCount }, (_, index) => ({
      text: `Question ${index}`,
      checks: [
        { kind: 'contains' as const, value: '42' },
        ...(index % slowEvery === 0 ? [{ kind: 'matches' as const, pattern: '(a+)+$' }] : []),
      ],
    })),
  })
  const runId = await start(client, { setId: set.id, models, repeats: 1, atOnce })

  let doneBefore = 0
  const killedAtMs: number[] = []
  while (killedAtMs.length < kills) {
    await until(preciseNow() + between(drill.random, 100, 1_600))
    const kill = killedAtMs.push(preciseNow())
    await host.kill9()
    host = await drill.startHost({ userData: folder })
    client = await host.connect()
    const run = await runOf(client, runId)
    drill.check(run.done >= doneBefore, () => `kill ${kill}: ${run.done} answers after ${doneBefore}`)
    drill.check(
      run.state === 'interrupted' || run.state === 'done',
      () => `kill ${kill}: the run is ${run.state}`,
    )
    doneBefore = run.done
    if (run.state === 'done') break
    await start(client, { runId })
  }
  const run = await within(300_000, completed(client, runId), 'the rest of the run')
  const asked = drill.fake.requests.length
  const { cells } = run
  drill.check(run.state === 'done', () => `finally the run is ${run.state}`)
  drill.check(killedAtMs.length === kills, () => `the run was complete after ${killedAtMs.length} kills`)
  const slow = Math.ceil(promptCount / slowEvery) * models.length
  drill.check(
    run.done === cells && run.judged === cells && run.passed === cells - slow,
    () => `${run.passed} passed and ${run.judged} checked, of ${run.done} answers and ${cells} cells`,
  )
  const repeated = repeatedAnswers(drill.fake.requests, killedAtMs)
  drill.check(repeated === 0, () => `${repeated} answers were asked for again`)
  drill.check(asked - run.lostRequests <= cells, () => `${asked} requests, ${run.lostRequests} of them lost`)
  drill.check(run.lostRequests <= kills * atOnce, () => `${run.lostRequests} requests lost`)
  const { rows } = await client.invoke('sets.result', { runId })
  const single = rows.filter((row) => row.cells.every(({ done, judged }) => done === 1 && judged === 1))
  drill.check(
    single.length === promptCount,
    () => `${promptCount - single.length} prompts without one answer each`,
  )
  await client.close()
  console.log(
    `${cells} cells, ${slow} of them with a slow check, ${killedAtMs.length} kills, ${asked} requests, ${run.lostRequests} of them lost with a kill, ${run.done} answers`,
  )
}

/** Counts requests that were sent again although the answer to an earlier one had ended well before its kill. */
function repeatedAnswers(requests: readonly FakeRequest[], killedAtMs: readonly number[]): number {
  const answered = new Set<string>()
  let count = 0
  for (const request of requests) {
    const cell = JSON.stringify([request.model, questionOf(request)])
    if (answered.has(cell)) count += 1
    const killMs = killedAtMs.find((at) => at > request.arrivedMs) ?? Infinity
    const endedMs = request.tokensSent === answer.length ? request.tokenTimesMs.at(-1) : undefined
    if ((endedMs ?? Infinity) < killMs - storedWithinMs) answered.add(cell)
  }
  return count
}

function questionOf({ body }: FakeRequest): string {
  return /Question \d+/.exec(JSON.stringify(body))?.[0] ?? ''
}

/** Starts or resumes a run and leaves it to main. */
function start(client: WireClient, input: StreamInput<'sets.run'>): Promise<SetRunId> {
  return new Promise((resolve, reject) => {
    client.open('sets.run', input, {
      onEvents: ([first]) => {
        if (first?.type === 'run') resolve(first.run.id)
      },
      onEnd: ({ reason, error }) => {
        if (reason === 'refused') reject(new Error(error?.message))
      },
    })
  })
}

/** Follows the run to its end. */
async function completed(client: WireClient, runId: SetRunId): Promise<SetRun> {
  await new Promise<void>((resolve) => {
    client.open('sets.watch', { runId }, { onEvents: () => {}, onEnd: () => resolve() })
  })
  return runOf(client, runId)
}

async function runOf(client: WireClient, runId: SetRunId): Promise<SetRun> {
  const { runs } = await client.invoke('sets.runs', {})
  const run = runs.find(({ id }) => id === runId)
  if (run === undefined) throw new Error('the run is gone')
  return run
}
