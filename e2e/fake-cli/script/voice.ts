import type { OddMessage } from './oddities.ts'

/** Splits a text into pieces like the tokens of a model. */
export function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,20}/gu) ?? []
}

/** A tool that a fake uses. */
export type ToolUse =
  | { kind: 'execute'; command: string }
  | { kind: 'read'; path: string }
  | { kind: 'edit'; path: string; oldText: string | null; newText: string }
  | { kind: 'agent'; task: string }

/** A permission level lets a tool run at once, after asking, or not at all. */
export type Policy = 'allow' | 'ask' | 'refuse'

export type Decision = 'once' | 'always' | 'deny'

export interface PlanStep {
  text: string
  status: 'pending' | 'in_progress' | 'completed'
}

/** The result of a tool. */
export interface ToolResult {
  output: string
  exitCode: number | null
}

/** When text after the end of an answer is sent: some time later, or only when the next question has arrived. */
export type LateMoment = 'idle' | 'overdue'

/** Writes the output of an agent in the wire format of one agent and one route. */
export interface Voice {
  text(piece: string): void
  /** A whole thought. */
  thought(text: string): void
  plan(steps: readonly PlanStep[]): void
  /** Announces a tool before it runs, if the route does so. */
  tool(use: ToolUse, policy: Policy): ToolVoice
  /** Text after the end of the answer if the route allows it, otherwise before it. */
  lateText(text: string, moment?: LateMoment): void
  /** Says something that is odd in this format. */
  odd(message: OddMessage): void
  /** The answer will end with another word than usual. */
  endAs(word: string): void
  /** The model server responds with an error, and the turn ends as it does in the agent. */
  fail(status: number): Promise<never>
  /** The model server closes the stream in the middle, and the turn ends as it does in the agent. */
  cut(): Promise<never>
}

/** Reports the progress of one tool. */
export interface ToolVoice {
  /** Asks the user if the route can; otherwise the answer is no. */
  ask(signal: AbortSignal): Promise<Decision>
  started(): void
  /** The whole output so far. */
  output(soFar: string): void
  done(result: ToolResult): void
  /** It does not run, because its level forbids it or the user denied it. */
  refused(by: 'level' | 'user'): void
  /** The turn was cancelled during the request or while the tool ran. */
  interrupted(wasRunning: boolean): void
  /** The agent ends its turn if the user denies a tool. */
  readonly endsTurnWhenDenied: boolean
  /** The voice of the subagent that this tool started; null if its output is not visible. */
  readonly inner: Pick<Voice, 'text' | 'tool'> | null
}
