import type { Reach } from '../parts/tool-processes.ts'
import { Interrupted } from '../parts/wait.ts'
import { type Policy, type ToolUse, type Voice, pieces } from './voice.ts'
import type { Step } from './words.ts'

/** A turn in progress, and what it uses. */
export interface Turn {
  voice: Voice
  signal: AbortSignal
  cwd: string
  policy: (use: ToolUse) => Policy
  /** Kinds of tools that the user allowed for the rest of the session. */
  allowed: Set<ToolUse['kind']>
  /** The processes of a command that end when the turn is cancelled. */
  reach: Reach
  /** Printed by the word `tell`: everything that the fake received. */
  facts: Record<string, unknown>
  /** From now on the turn ignores cancellation. */
  ignoreCancel: () => void
  /** The text of the answer so far. */
  said: string[]
  /** The next tool needs permission, whatever its level says. */
  asksNext?: boolean
  /** The fake reports the end of its turn but does not exit. */
  stays?: boolean
  /** The user denied a tool, and the agent ends its turn then. */
  isOver?: boolean
}

/** @throws Interrupted the turn's signal aborted */
export async function play(steps: readonly Step[], turn: Turn): Promise<void> {
  for (const step of steps) {
    await step(turn)
    if (turn.signal.aborted) throw new Interrupted()
    if (turn.isOver === true) return
  }
}

/** Says a text in pieces. */
export function say({ voice, said }: Turn, text: string): void {
  said.push(text)
  for (const piece of pieces(text)) voice.text(piece)
}
