// The MCP server under a client that cancels, interrupts and lets be at random moments, with agents that hold on: who was
// cancelled hears nothing, who was interrupted hears it once, the next request is served, and no process is left.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { RawClient } from '../../src/main/mcp/testing/raw-client.ts'
import { installFakes } from '../fake-cli/install-fakes.ts'
import { preciseNow } from '../fake-provider/fake-request.ts'
import { environmentOf, commandLineOf, processIds } from '../helpers/linux-processes.ts'
import { formatTable } from '../helpers/table.ts'
import { type Drill, runDrill, within } from './drill.ts'
import { between, until } from './moments.ts'

const ways = ['cancelled', 'interrupted', 'let be'] as const
type Way = (typeof ways)[number]

const tools = ['claude', 'codex', 'gemini', 'opencode'] as const
/** What the agents do; the last but one holds on to its life. */
const prompts = [
  'slow 400 tokens at 10 ms',
  'run sleep 1000 & sleep 1001',
  'ignore signals\nslow 400 tokens at 10 ms',
  'leave child own-session\nslow 400 tokens at 10 ms',
] as const
const latestMs = 1_500
const answerWithinMs = 30_000

interface Counts {
  requests: number
  silent: number
  errors: number
  results: number
}

await runDrill({ name: 'mcp', limitSeconds: 900, count: 60, play })

async function play(drill: Drill): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-drill-mcp-'))
  drill.onOver(() => rmSync(folder, { recursive: true, force: true }))
  const fakes = installFakes()
  drill.onOver(() => fakes[Symbol.dispose]())
  const client = new RawClient({
    program: join(import.meta.dirname, '../../out/main/mcp-server.js'),
    args: ['--user-data', join(folder, 'data'), '--allow-unlimited'],
    environment: fakes.environment,
  })
  drill.onOver(() => client.stop())
  await client.initialize('2025-06-18')
  const counts = new Map<Way, Counts>(
    ways.map((way) => [way, { requests: 0, silent: 0, errors: 0, results: 0 }]),
  )
  for (let round = 0; round < drill.count; round += 1) await playRound(drill, client, folder, counts)
  client.endInput()
  const exit = await within(answerWithinMs, client.exited, 'the server')
  drill.check(exit === 0, () => `the server ended with ${exit}: ${client.stderr}`)
  const left = leftOf(fakes.home)
  drill.check(left.length === 0, () => `left behind: ${left.join('; ')}`)
  drill.check(client.strayLines.length === 0, () => `stray output: ${client.strayLines.join('; ')}`)
  const rows = Array.from(counts, ([way, { requests, silent, errors, results }]) =>
    [way, requests, silent, errors, results].map(String),
  )
  console.log(formatTable(['way', 'requests', 'no answer', 'error', 'result'], rows))
  console.log(`processes left behind: ${left.length}`)
}

/** Up to three requests at once; each meets its own fate, unless an interrupt meets them all. */
async function playRound(
  drill: Drill,
  client: RawClient,
  workspace: string,
  counts: Map<Way, Counts>,
): Promise<void> {
  const { random } = drill
  const isInterrupted = random.below(10) < 3
  const calls = Array.from({ length: 1 + random.below(3) }, () => {
    const isLetBe = !isInterrupted && random.below(10) < 3
    const way: Way = isInterrupted ? 'interrupted' : isLetBe ? 'let be' : 'cancelled'
    const prompt = isLetBe ? 'say ok' : random.pick(prompts)
    const id = client.callTool(random.pick(tools), { workspace, prompt, permission: 'unlimited' })
    return { id, way }
  })
  if (isInterrupted) {
    // Something is certainly running then: an interrupt without a request would end the server.
    const id = client.callTool('ask_model', { model: 'demo/silent', prompt: 'Nothing' })
    calls.push({ id, way: 'interrupted' })
  }
  await until(preciseNow() + between(random, 0, latestMs))
  if (isInterrupted) client.kill('SIGINT')
  for (const { id, way } of calls) {
    if (way === 'cancelled') client.notify('notifications/cancelled', { requestId: id })
  }
  for (const { id, way } of calls) {
    if (way !== 'cancelled') await within(answerWithinMs, client.answer(id), `request ${id}, ${way}`)
  }
  const next = client.callTool('ask_model', { model: 'demo/brief', prompt: 'Next' })
  const { result } = await within(answerWithinMs, client.answer(next), 'the next request')
  drill.check(result?.['isError'] === undefined, () => `the next request failed: ${JSON.stringify(result)}`)
  for (const { id, way } of calls) countAnswers(drill, client, { id, way }, counts)
}

function countAnswers(
  drill: Drill,
  client: RawClient,
  { id, way }: { id: string | number; way: Way },
  counts: Map<Way, Counts>,
): void {
  const answers = client.answersTo(id)
  const [answer] = answers
  const count = counts.get(way)
  if (count === undefined) return
  count.requests += 1
  if (answer === undefined) count.silent += 1
  else if (answer.error === undefined) count.results += 1
  else count.errors += 1
  drill.check(answers.length <= 1, () => `${answers.length} answers to ${id}, ${way}`)
  // One that ended by itself before its fate reached it has a result: an agent may refuse at once.
  const isRight =
    way === 'let be' ? answer?.result !== undefined : way !== 'interrupted' || answer !== undefined
  drill.check(isRight, () => `${id}, ${way}: ${JSON.stringify(answer)}`)
}

function leftOf(home: string): string[] {
  return processIds()
    .filter((pid) => environmentOf(pid).includes(`FAKE_AGENT_HOME=${home}`))
    .map(commandLineOf)
}
