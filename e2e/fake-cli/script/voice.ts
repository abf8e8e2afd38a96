/** A tool that a fake uses. */
export type ToolUse =
  | { kind: 'execute'; command: string }
  | { kind: 'read'; path: string }
  | { kind: 'edit'; path: string; oldText: string | null; newText: string }
  | { kind: 'agent'; task: string }

/** Whether a level lets a tool run: at once, after a question, or not at all. */
export type Policy = 'allow' | 'ask' | 'refuse'

export type Decision = 'once' | 'always' | 'deny'

export interface PlanStep {
  text: string
  status: 'pending' | 'in_progress' | 'completed'
}

/** What became of a tool. */
export interface ToolResult {
  output: string
  exitCode: number | null
}

/** Says what an agent has to say, in the wire format of one agent and one route. */
export interface Voice {
  text(piece: string): void
  /** A whole thought. */
  thought(text: string): void
  plan(steps: readonly PlanStep[]): void
  /** Announces it, as far as the route does so before it runs. */
  tool(use: ToolUse, policy: Policy): ToolVoice
  /** Text behind the end of the answer, where the route has such; elsewhere before it. */
  lateText(text: string): void
  /** The model server answers with an error: ends the turn as the agent does. */
  fail(status: number): Promise<never>
  /** The model server closes the stream in the middle: ends the turn as the agent does. */
  cut(): Promise<never>
}

/** Tells about one tool. */
export interface ToolVoice {
  /** Asks the user, where the route can; elsewhere nobody is asked, and the answer is no. */
  ask(signal: AbortSignal): Promise<Decision>
  started(): void
  /** All that it has put out so far. */
  output(soFar: string): void
  done(result: ToolResult): void
  /** It does not run: its level forbids it, or the user does. */
  refused(by: 'level' | 'user'): void
  /** The turn was cancelled while it was asked for, or ran. */
  interrupted(wasRunning: boolean): void
  /** The agent ends its turn when the user forbids a tool. */
  readonly endsTurnWhenDenied: boolean
  /** What another agent says that this tool started; null where nobody hears that. */
  readonly inner: Pick<Voice, 'text' | 'tool'> | null
}
