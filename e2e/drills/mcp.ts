// A client of the MCP server that cancels, interrupts or lets requests finish at random moments, with agents
// that resist being ended. A cancelled request gets no answer, an interrupted one exactly one, the next
// request is served, and no process is left.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { RawClient } from '../../src/main/mcp/testing/raw-client.ts'
import { installFakes } from '../fake-cli/install-fakes.ts'
import { preciseNow } from '../fake-provider/fake-request.ts'
import { environmentOf, commandLineOf, processIds } from '../helpers/processes/linux-processes.ts'
import { formatTable } from '../helpers/table.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { between, until } from './parts/moments.ts'

const kinds = ['cancelled', 'interrupted', 'finished'] as const
type Kind = (typeof kinds)[number]

const tools = ['claude', 'codex', 'gemini', 'opencode'] as const
/** Prompts of the agents; the last but one resists being ended. */
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
  const counts = new Map<Kind, Counts>(
    kinds.map((kind) => [kind, { requests: 0, silent: 0, errors: 0, results: 0 }]),
  )
  for (let round = 0; round < drill.count; round += 1) await playRound(drill, client, folder, counts)
  client.endInput()
  const exit = await within(answerWithinMs, client.exited, 'the server')
  drill.check(exit === 0, () => `the server ended with ${exit}: ${client.stderr}`)
  const left = leftOf(fakes.home)
  drill.check(left.length === 0, () => `left behind: ${left.join('; ')}`)
  drill.check(client.strayLines.length === 0, () => `stray output: ${client.strayLines.join('; ')}`)
  const rows = Array.from(counts, ([kind, { requests, silent, errors, results }]) =>
    [kind, requests, silent, errors, results].map(String),
  )
  console.log(formatTable(['kind', 'requests', 'no answer', 'error', 'result'], rows))
  console.log(`processes left behind: ${left.length}`)
}

/** Up to three requests at once. Each ends in its own way, unless an interrupt ends them all. */
async function playRound(
  drill: Drill,
  client: RawClient,
  workspace: string,
  counts: Map<Kind, Counts>,
): Promise<void> {
  const { random } = drill
  const isInterrupted = random.below(10) < 3
  const calls = Array.from({ length: 1 + random.below(3) }, () => {
    const isFinished = !isInterrupted && random.below(10) < 3
    const kind: Kind = isInterrupted ? 'interrupted' : isFinished ? 'finished' : 'cancelled'
    const prompt = isFinished ? 'say ok' : random.pick(prompts)
    const id = client.callTool(random.pick(tools), { workspace, prompt, permission: 'unlimited' })
    return { id, kind }
  })
  if (isInterrupted) {
    // Keeps one request running, because an interrupt without a request would end the server.
    const id = client.callTool('ask_model', { model: 'demo/silent', prompt: 'Nothing' })
    calls.push({ id, kind: 'interrupted' })
  }
  await until(preciseNow() + between(random, 0, latestMs))
  if (isInterrupted) client.kill('SIGINT')
  for (const { id, kind } of calls) {
    if (kind === 'cancelled') client.notify('notifications/cancelled', { requestId: id })
  }
  for (const { id, kind } of calls) {
    if (kind !== 'cancelled') await within(answerWithinMs, client.answer(id), `request ${id}, ${kind}`)
  }
  const next = client.callTool('ask_model', { model: 'demo/brief', prompt: 'Next' })
  const { result } = await within(answerWithinMs, client.answer(next), 'the next request')
  drill.check(result?.['isError'] === undefined, () => `the next request failed: ${JSON.stringify(result)}`)
  for (const { id, kind } of calls) countAnswers(drill, client, { id, kind }, counts)
}

function countAnswers(
  drill: Drill,
  client: RawClient,
  { id, kind }: { id: string | number; kind: Kind },
  counts: Map<Kind, Counts>,
): void {
  const answers = client.answersTo(id)
  const [answer] = answers
  const count = counts.get(kind)
  if (count === undefined) return
  count.requests += 1
  if (answer === undefined) count.silent += 1
  else if (answer.error === undefined) count.results += 1
  else count.errors += 1
  drill.check(answers.length <= 1, () => `${answers.length} answers to ${id}, ${kind}`)
  // A request that ended before it was cancelled has a result: an agent may refuse at once.
  const isRight =
    kind === 'finished' ? answer?.result !== undefined : kind !== 'interrupted' || answer !== undefined
  drill.check(isRight, () => `${id}, ${kind}: ${JSON.stringify(answer)}`)
}

function leftOf(home: string): string[] {
  return processIds()
    .filter((pid) => environmentOf(pid).includes(`FAKE_AGENT_HOME=${home}`))
    .map(commandLineOf)
}
