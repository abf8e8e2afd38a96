// Needs processes: the fakes are programs, and exit like the real ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { isLiving } from '../helpers/processes/linux-processes.ts'
import { installFakes } from './install-fakes.ts'
import { readRecording, type Recording } from './parts/recordings.ts'
import { needsProc } from '../../src/main/base/testing/needs.ts'

beforeEach(needsProc)

const fakes = installFakes()
afterAll(() => fakes[Symbol.dispose]())

/** Each agent, with the arguments that permit everything. */
const programs = {
  claude: ['-p', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions'],
  codex: ['exec', '-s', 'danger-full-access', '--json', '--skip-git-repo-check', '-'],
} as const
type Agent = keyof typeof programs

/** Cases that wait for input; the agents' contract plays them. */
const waiting = new Set(['permprompt-allow', 'interrupt'])

/** One recorded case of each kind: cases that wait for the same signal and end alike are played alike. */
function casesOf(agent: Agent): string[] {
  const names = readdirSync(join(import.meta.dirname, 'transcripts', agent))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''))
    .filter((name) => !waiting.has(name))
  const kinds = new Map(names.toReversed().map((name) => [kindOf(readRecording(agent, name).meta), name]))
  return [...kinds.values()]
}

function kindOf({ exitCode, signal, stderr, sent }: Recording['meta']): string {
  return JSON.stringify([sent?.[0]?.[0], exitCode, signal, stderr === undefined])
}

/**
 * Starts a fake with a prompt, and sends it the signal once it has printed a line, or, if there is a file, once a command
 * has written its process id there.
 */
async function run(agent: Agent, prompt: string, signal?: NodeJS.Signals, file?: string) {
  const child = spawn(fakes.executable(agent), programs[agent], { detached: true })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8')
    if (signal !== undefined && file === undefined && stdout.includes('\n')) child.kill(signal)
  })
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  child.stdin.end(prompt)
  const closed = once(child, 'close')
  if (signal !== undefined && file !== undefined) {
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+\n$/)
    child.kill(signal)
  }
  await closed
  return { code: child.exitCode, signal: child.signalCode, stdout, stderr }
}

describe.each(['claude', 'codex'] as const)('%s', (agent) => {
  it.each(casesOf(agent))('prints and exits like the real one: %s', async (name) => {
    const { lines, meta } = readRecording(agent, name)
    const signal = meta.sent?.[0]?.[0]
    const ended = await run(agent, `replay ${name}`, signal)

    expect(ended).toMatchObject({ code: meta.exitCode, signal: meta.signal, stderr: meta.stderr ?? '' })
    // A killed program does not finish its output.
    if (signal !== 'SIGKILL') expect(ended.stdout).toBe(`${lines.join('\n')}\n`)
  })
})

it.each([
  ['claude', 'SIGTERM', { code: 143, signal: null }],
  ['claude', 'SIGINT', { code: 0, signal: null }],
  ['codex', 'SIGTERM', { code: null, signal: 'SIGTERM' }],
  ['codex', 'SIGINT', { code: 1, signal: null }],
] as const)('%s exits on %s during a tool like the real one', async (agent, signal, end) => {
  const file = join(fakes.home, `${agent}-${signal}.pid`)
  const ended = await run(agent, `run echo $$ > ${file}; exec sleep 60`, signal, file)

  expect(ended).toMatchObject(end)
  expect(ended.stdout.includes('"terminal_reason":"aborted_tools"')).toBe(
    agent === 'claude' && signal === 'SIGINT',
  )
  await expect.poll(() => isLiving(Number(readFileSync(file, 'utf8')))).toBe(false)
})
