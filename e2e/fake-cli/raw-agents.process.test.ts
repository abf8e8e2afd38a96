// Needs processes: the fakes are programs, and exit like the real ones.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { installFakes } from './install-fakes.ts'
import { isAlive, runFake } from './testing/run-fake.ts'
import { gone, readPid } from './testing/reported-pid.ts'
import { needsProc } from '../../src/main/base/testing/needs.ts'

beforeEach(needsProc)

const fakes = installFakes()
afterAll(() => fakes[Symbol.dispose]())

const transcripts = join(import.meta.dirname, 'transcripts')
const streamJson = ['-p', '--output-format', 'stream-json', '--verbose', '--include-partial-messages']

/** Each agent, with the arguments that permit everything. */
const agents = [
  {
    agent: 'claude',
    args: [...streamJson, '--permission-mode', 'bypassPermissions'],
    readOnly: [...streamJson, '--permission-mode', 'dontAsk', '--tools', 'Read,Grep,Glob'],
    resume: (id: string) => ['-p', '--resume', id],
    idOf: /"session_id":"([^"]+)"/,
  },
  {
    agent: 'codex',
    args: ['exec', '-s', 'danger-full-access', '--json', '--skip-git-repo-check', '-'],
    readOnly: ['exec', '-s', 'read-only', '--json', '-'],
    resume: (id: string) => ['exec', '--json', 'resume', id, '-'],
    idOf: /"thread_id":"([^"]+)"/,
  },
] as const

/** Cases that wait for input or a signal. */
const waiting = new Set(['permprompt-allow', 'interrupt'])

interface Meta {
  exitCode: number | null
  signal: NodeJS.Signals | null
  stderr?: string
  sent?: [NodeJS.Signals, number][]
}

function casesOf(agent: string): string[] {
  return readdirSync(join(transcripts, agent))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''))
    .filter((name) => !waiting.has(name))
}

function metaOf(agent: string, name: string): Meta {
  return JSON.parse(readFileSync(join(transcripts, agent, `${name}.meta.json`), 'utf8')) as Meta
}

/**
 * What determines how a case is played: the signal that it waits for, how it ends, and whether it prints
 * errors.
 */
function kindOf({ exitCode, signal, stderr, sent }: Meta): string {
  return JSON.stringify([sent?.[0]?.[0], exitCode, signal, stderr === undefined])
}

const start = (agent: (typeof agents)[number]['agent'], args: readonly string[], prompt: string, more = {}) =>
  runFake(fakes.executable(agent), args, prompt, more)

describe.each(agents)('$agent', ({ agent, args, readOnly, resume, idOf }) => {
  // Cases that end alike are played alike, so the first of each kind is enough.
  const kinds = new Map(
    casesOf(agent)
      .toReversed()
      .map((name) => [kindOf(metaOf(agent, name)), name]),
  )

  it.each([...kinds.values()])('prints and exits like the real one: %s', async (name) => {
    const text = readFileSync(join(transcripts, agent, `${name}.jsonl`), 'utf8')
    const meta = metaOf(agent, name)
    await using run = start(agent, args, `replay ${name}`)
    if (meta.sent !== undefined) {
      // The first line must be printed at once.
      await run.line('{')
      run.kill(meta.sent[0]?.[0] ?? 'SIGTERM')
    }

    expect(await run.ended).toMatchObject({
      code: meta.exitCode,
      signal: meta.signal,
      ...(meta.sent?.[0]?.[0] === 'SIGKILL' ? {} : { stdout: text }),
      stderr: meta.stderr ?? '',
    })
  })

  it('follows the script in its prompt', async () => {
    const file = join(fakes.home, `${agent}.txt`)
    const words = [
      'think I wonder',
      'run echo out; echo more',
      `edit ${file} with written`,
      'say that is all',
    ]
    await using run = start(agent, args, 'what else?', { FAKE_AGENT_SCRIPT: words.join('\n') })

    const { code, stdout } = await run.ended
    expect(code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe('written\n')
    expect(stdout).toContain(String.raw`out\nmore`)
    expect(stdout).toContain('that is all')
    expect(stdout).toContain('I wonder')
  })

  it('neither runs nor edits anything with read-only permission', async () => {
    const file = join(fakes.home, `${agent}-refused.txt`)
    await using run = start(agent, readOnly, `run touch ${file}\nedit ${file}\nsay bye`)

    const { code, stdout } = await run.ended
    expect(code).toBe(0)
    expect(existsSync(file)).toBe(false)
    expect(stdout).toContain('bye')
  })

  it('continues a known session', async () => {
    await using first = start(agent, args, 'say one')
    const id = idOf.exec((await first.ended).stdout)?.[1] ?? ''
    await using second = start(agent, resume(id), 'how many?')

    expect((await second.ended).stdout).toContain('ok (2 user messages)')
  })

  it('runs commands in a process group of their own, and leaves that group alone', async () => {
    await using run = start(agent, args, `run echo $$ > ${fakes.home}/${agent}.pid; echo; sleep 60\nsay over`)
    const pid = await readPid(join(fakes.home, `${agent}.pid`))
    run.kill('SIGKILL')
    await run.ended

    expect(isAlive(pid)).toBe(true)
    process.kill(-pid, 'SIGKILL')
  })
})

it.each([
  ['claude', 'SIGTERM', { code: 143, signal: null }],
  ['claude', 'SIGINT', { code: 0, signal: null }],
  ['codex', 'SIGTERM', { code: null, signal: 'SIGTERM' }],
  ['codex', 'SIGINT', { code: 1, signal: null }],
] as const)('%s exits on %s during a tool like the real one', async (name, signal, end) => {
  const { agent, args } = agents.find((one) => one.agent === name) ?? agents[0]
  const file = join(fakes.home, `${agent}-${signal}.pid`)
  await using run = start(agent, args, `run echo $$ > ${file}; exec sleep 60`)
  const pid = await readPid(file)
  run.kill(signal)

  const { code, signal: by, stdout } = await run.ended
  expect({ code, signal: by }).toEqual(end)
  await gone(pid)
  expect(stdout.includes('"terminal_reason":"aborted_tools"')).toBe(agent === 'claude' && signal === 'SIGINT')
})

describe('claude with one message per line', () => {
  const lineArgs = [...streamJson, '--input-format', 'stream-json', '--permission-prompt-tool', 'stdio']
  it.each([
    ['allow', 'ran'],
    ['deny', "doesn't want to proceed"],
  ])('asks before it runs a command, and follows the answer: %s', async (behavior, expected) => {
    await using run = runFake(fakes.executable('claude'), lineArgs, null)
    run.stdin.write(message('run echo ran'))
    const asked = JSON.parse(await run.line('can_use_tool')) as { request_id: string }
    const response = { subtype: 'success', request_id: asked.request_id, response: { behavior } }
    run.stdin.end(`${JSON.stringify({ type: 'control_response', response })}\n`)

    expect((await run.ended).code).toBe(0)
    expect(run.lines().find((line) => line.includes('"tool_result"'))).toContain(expected)
  })

  it('can be interrupted, and answers the next message', async () => {
    await using run = runFake(fakes.executable('claude'), lineArgs, null)
    run.stdin.write(message('slow 1000 tokens at 20 ms'))
    await run.line('text_delta')
    run.stdin.write(interrupt('stop-1'))
    await run.line('aborted_streaming')
    run.stdin.end(message('how many?'))

    expect((await run.ended).code).toBe(0)
    const order = run.lines().join('\n')
    expect(order).toMatch(/stop-1[\s\S]*"aborted":true[\s\S]*aborted_streaming[\s\S]*ok \(2 user messages\)/)
  })

  it('replays a recorded interruption when it is interrupted', async () => {
    await using run = runFake(fakes.executable('claude'), lineArgs, null)
    run.stdin.write(message('replay interrupt'))
    await run.line('requesting')
    run.stdin.write(interrupt('mine'))
    await run.line('aborted_streaming')
    run.stdin.end(message('next?'))

    const { code, stdout } = await run.ended
    expect(code).toBe(0)
    expect(stdout).toContain('"request_id":"mine"')
    expect(stdout).toContain('ok (2 user messages)')
  })
})

function message(text: string): string {
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })}\n`
}

function interrupt(id: string): string {
  return `${JSON.stringify({ type: 'control_request', request_id: id, request: { subtype: 'interrupt' } })}\n`
}
