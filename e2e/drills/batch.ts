// A prompt set of 500 cells in batches at three services that fail at random and let batches expire, while the app is
// killed 40 times: each cell gets its answer once, and nothing is charged for twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type BatchFault, startBatchFakes } from '../../src/main/providers/testing/batch-fakes.ts'
import type { SetRunId } from '../../src/shared/ids.ts'
import { batchPriceShare, type SetRun } from '../../src/shared/sets/sets.ts'
import type { StreamInput } from '../../src/shared/rpc/contract.ts'
import { preciseNow } from '../fake-provider/fake-request.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { between, until } from './parts/moments.ts'

const kills = 40
const families = ['openai', 'anthropic', 'google'] as const
const models = ['openai/gpt-4o', 'openai/gpt-4o-mini', 'anthropic/claude-x', 'google/gemini-x']
/** US dollars per million tokens; each request and each answer has a thousand. */
const price = { input: 1, output: 3 }
const usualUsd = 0.004
/** Of the requests, in percent. */
const failing = 12
/** The part of a batch that is answered before it expires. */
const answeredShare = 0.12

await runDrill({ name: 'batch', limitSeconds: 900, count: 500, play })

async function play(drill: Drill): Promise<void> {
  const { random } = drill
  const folder = mkdtempSync(join(tmpdir(), 'parley-batch-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  let isFailing = true
  const faults: readonly BatchFault[] = ['torn', 'refused-connection', { status: 503 }, { status: 429 }]
  const services = await startBatchFakes({
    answer: (question) => `It is 42, ${question}`,
    fault: () => (isFailing && random.below(100) < failing ? faults[random.below(faults.length)] : undefined),
    replies: (all, { family }) => (family === 'google' ? all : ['{', ...all, all[0]]),
  })
  drill.onOver(() => services.close())
  /** Ends one of the running batches early, or all of them as complete. */
  const endBatches = (isLast: boolean) => {
    const running = [...services.batches.values()].filter(({ state }) => state === 'running')
    if (isLast) for (const batch of running) services.end(batch)
    const one = running[random.below(Math.max(1, running.length))]
    if (!isLast && one !== undefined) services.end(one, 'expired', answeredShare)
  }

  let host = await drill.startHost({ userData: folder })
  let client = await host.connect()
  await client.invoke('settings.set', { nameChats: false })
  for (const id of families) {
    await client.invoke('providers.save', { id, kind: id, baseUrl: services.baseUrl(id), apiKey: 'key' })
  }
  for (const model of models) await client.invoke('models.update', { model, price })
  const promptCount = Math.ceil(drill.count / models.length)
  const { set } = await client.invoke('sets.create', {
    name: 'Drill',
    prompts: Array.from({ length: promptCount }, (_, index) => ({
      text: `Question ${index}`,
      checks: [{ kind: 'contains' as const, value: '42' }],
    })),
  })
  const runId = await start(client, { setId: set.id, models, repeats: 1, atOnce: 8, isBatch: true })

  const states = new Map<string, number>()
  let doneBefore = 0
  for (let kill = 1; kill <= kills; kill += 1) {
    await until(preciseNow() + between(random, 50, 2_500))
    await host.kill9()
    if (kill % 2 === 0) endBatches(false)
    host = await drill.startHost({ userData: folder })
    client = await host.connect()
    const run = await runOf(client, runId)
    states.set(run.state, (states.get(run.state) ?? 0) + 1)
    drill.check(run.done >= doneBefore, () => `kill ${kill}: ${run.done} answers after ${doneBefore}`)
    drill.check(run.state !== 'done', () => `the run was complete after ${kill - 1} kills`)
    doneBefore = run.done
    await resumeIfEnded(client, run)
  }
  isFailing = false
  const run = await within(
    400_000,
    completed(client, runId, () => endBatches(true)),
    'the rest of the run',
  )
  const { cells } = run
  const charged = [...services.billed.values()].reduce((sum, count) => sum + count, 0)
  const twice = [...services.billed].filter(([, count]) => count > 1).map(([question]) => question)
  drill.check(
    run.done === cells && run.passed === cells,
    () => `${run.done} answers, ${run.passed} passed, ${cells} cells`,
  )
  drill.check(twice.length === 0, () => `charged for more than once: ${twice.slice(0, 5).join(', ')}`)
  drill.check(charged === cells, () => `${charged} charged for, ${cells} cells`)
  drill.check(run.lostRequests === 0, () => `${run.lostRequests} requests lost`)
  const expectedUsd = cells * usualUsd * batchPriceShare
  drill.check(
    Math.abs(run.spentUsd - expectedUsd) < 1e-9,
    () => `$${run.spentUsd} spent, not $${expectedUsd}`,
  )
  await client.close()
  const found = [...states].map(([state, count]) => `${count} times ${state}`).join(', ')
  console.log(
    `${cells} cells, ${kills} kills (then ${found}), ${services.batches.size} batches, ${services.asked.length} requests, ${charged} charged for, ${run.done} answers, $${run.spentUsd.toFixed(3)}`,
  )
}

/** Resumes a run whose batches have left cells, unless it waits for others on its own. */
async function resumeIfEnded(client: WireClient, run: SetRun): Promise<void> {
  if (run.state !== 'running' && run.state !== 'done') await start(client, { runId: run.id }).catch(() => {})
}

/** Starts or resumes a run and leaves it to main. */
function start(client: WireClient, input: StreamInput<'sets.run'>): Promise<SetRunId> {
  return new Promise((resolve, reject) => {
    client.open('sets.run', input, {
      onEvents: ([first]) => {
        if (first?.type === 'run') resolve(first.run.id)
      },
      onEnd: ({ error }) => reject(new Error(error?.message)),
    })
  })
}

/** Ends the batches and resumes the run until it is complete. */
async function completed(client: WireClient, runId: SetRunId, endBatches: () => void): Promise<SetRun> {
  for (;;) {
    const run = await runOf(client, runId)
    if (run.state === 'done') return run
    endBatches()
    await resumeIfEnded(client, run)
    await sleep(300)
  }
}

async function runOf(client: WireClient, runId: SetRunId): Promise<SetRun> {
  const { runs } = await client.invoke('sets.runs', {})
  const run = runs.find(({ id }) => id === runId)
  if (run === undefined) throw new Error('the run is gone')
  return run
}
