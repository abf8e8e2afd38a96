import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FakeAgent } from './agent-home.ts'
import { UnknownWordError } from './known-words.ts'

const folder = join(import.meta.dirname, '..', 'transcripts')

/** The output of a real program in one case, line by line, and its end. */
export interface Recording {
  lines: string[]
  meta: {
    exitCode: number | null
    signal: NodeJS.Signals | null
    stderr?: string
    /** When each line was printed. A shortened recording has more entries here than lines. */
    lineMs: number[]
    /** The signals sent to it, and when. */
    sent?: [NodeJS.Signals, number][]
  }
}

/** @returns null if that agent has no recording of that name */
export function findRecording(agent: FakeAgent, name: string): Recording | null {
  const lines = join(folder, agent, `${name}.jsonl`)
  if (!/^[\w-]+$/.test(name) || !existsSync(lines)) return null
  const meta = JSON.parse(readFileSync(join(folder, agent, `${name}.meta.json`), 'utf8')) as Recording['meta']
  return { lines: linesOf(lines), meta }
}

/** @throws UnknownWordError that agent has no recording of that name */
export function readRecording(agent: FakeAgent, name: string): Recording {
  const recording = findRecording(agent, name)
  if (recording !== null) return recording
  const names = readdirSync(join(folder, agent)).filter((file) => file.endsWith('.jsonl'))
  throw new UnknownWordError(
    name,
    `the recordings of ${agent}`,
    names.map((file) => file.replace('.jsonl', '')),
  )
}

/** The messages that the agent sent in one ACP session, from `initialize` to the last prompt; none for Gemini. */
export function readAcpRecording(agent: FakeAgent): Record<string, unknown>[] {
  const file = join(folder, 'acp', `${agent}.jsonl`)
  return existsSync(file) ? linesOf(file).map((line) => JSON.parse(line) as Record<string, unknown>) : []
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}
