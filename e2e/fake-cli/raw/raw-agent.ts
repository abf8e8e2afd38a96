import type { FakeAgent } from '../parts/agent-home.ts'
import type { AgentSession } from '../parts/sessions.ts'
import type { AskedToEnd } from '../parts/signals.ts'
import type { Reach } from '../parts/tool-processes.ts'
import type { Policy, ToolUse, Voice } from '../script/voice.ts'

/** What a command line asks for. */
export interface RawCall {
  /** A prompt that stands on the command line; null when it comes on standard input. */
  prompt: string | null
  /** The session to go on with; null begins one. */
  resumeId: string | null
  model: string | null
  policy: (use: ToolUse) => Policy
  /** The media types of images that are named in options, or in the prompt. */
  images: (prompt: string) => string[]
  /** What else it was told, for `tell`. */
  facts: Record<string, unknown>
}

/** Says a turn by lines on standard output. */
export interface RawVoice extends Voice {
  begin(prompt: string): void
  end(): void
}

/** An agent that answers one prompt, then ends. */
export interface RawAgent {
  agent: FakeAgent
  version: string
  read: (args: readonly string[]) => RawCall
  voice: (session: AgentSession, call: RawCall) => RawVoice
  /** How far its commands end with it. */
  reachOfEnd: (call: RawCall) => Reach
  endsBy: (signal: AskedToEnd) => 'signal' | number
}
