import { appendFileSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { UnknownWordError } from './known-words.ts'

/** The owners of sessions: a program and its adapter share them, like the real ones. */
export const agents = ['claude', 'codex', 'gemini', 'opencode'] as const
export type FakeAgent = (typeof agents)[number]

/** An entry in the records: a fake's start, a message that it received, or its refusal. */
export type FakeRecord =
  | {
      type: 'start'
      program: string
      pid: number
      args: string[]
      cwd: string
      environment: Record<string, string>
    }
  | { type: 'prompt'; program: string; pid: number; text: string }
  | { type: 'message'; program: string; pid: number; message: unknown }
  /** It was given something that it does not know, and refused. */
  | { type: 'refused'; program: string; pid: number; problem: string }

/** The folder of an agent's sessions, created on first use. */
export function sessionFolder(agent: FakeAgent): string {
  const folder = join(root(), agent)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Records what a fake received, for the test that started it. */
export function record(entry: FakeRecord): void {
  mkdirSync(root(), { recursive: true })
  appendFileSync(join(root(), 'records.jsonl'), `${JSON.stringify(entry)}\n`)
}

/** Records what the fake does not know, even if that ends the process. */
export function recordRefusals(program: string): void {
  process.on('uncaughtExceptionMonitor', (error) => recordRefusal(program, error))
}

/** Records the error if it reports an unknown word. */
export function recordRefusal(program: string, error: unknown): void {
  if (error instanceof UnknownWordError)
    record({ type: 'refused', program, pid: process.pid, problem: error.message })
}

export function recordStart(program: string): void {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  record({
    type: 'start',
    program,
    pid: process.pid,
    args: process.argv.slice(2),
    cwd: process.cwd(),
    environment,
  })
}

function root(): string {
  return join(process.env['FAKE_AGENT_HOME'] ?? homedir(), '.fake-agents')
}
