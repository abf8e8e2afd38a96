import { appendFileSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { UnknownWordError } from './known-words.ts'

/** Whose sessions they are: the program and its adapter share them, as the real ones do. */
export const agents = ['claude', 'codex', 'gemini', 'opencode'] as const
export type FakeAgent = (typeof agents)[number]

/** What one process of a fake was started with, or was told. */
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
  /** It was told something that it does not know, and did not do it. */
  | { type: 'refused'; program: string; pid: number; problem: string }

/** Where a fake keeps its sessions: one folder for each agent, made when it is asked for. */
export function sessionFolder(agent: FakeAgent): string {
  const folder = join(root(), agent)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Writes down what a fake got, for the test that started it. */
export function record(entry: FakeRecord): void {
  mkdirSync(root(), { recursive: true })
  appendFileSync(join(root(), 'records.jsonl'), `${JSON.stringify(entry)}\n`)
}

/** Writes down what the fake does not know, also where that ends the process. */
export function recordRefusals(program: string): void {
  process.on('uncaughtExceptionMonitor', (error) => recordRefusal(program, error))
}

/** Writes it down where an error says that the fake was given a word that it does not know. */
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
