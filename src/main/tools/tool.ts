import type { FileChange, ToolKind } from '../../shared/agents/agents'
import type { ParleyError } from '../../shared/errors'
import type { MessageId, SessionId } from '../../shared/ids'
import type { ImageMediaType, SoundMediaType } from '../../shared/sessions/attachments'
import type { AnswerSource } from '../../shared/sessions/messages'
import type { Session } from '../../shared/sessions/sessions'
import type { CallOrigin, ConsentSubject, ToolChoice, ToolHints, ToolInfo } from '../../shared/tools/tools'
import type { RunContext } from '../run-source/run-source'

/** The call that a tool runs. */
export interface ToolCallContext {
  /** Aborts when the run is stopped, the call is withdrawn or its time is over. The tool then releases what it holds. */
  readonly signal: AbortSignal
  readonly sessionId: SessionId
  /** The answer that has the call. */
  readonly messageId: MessageId
  readonly toolCallId: string
  /** The folder that the user chose for this chat or pane, as a full path; null if none. */
  readonly folder: string | null
  /** A connection or process works for the call, until `onUpstreamClosed`. */
  onUpstreamOpened: RunContext['onUpstreamOpened']
  onUpstreamClosed: RunContext['onUpstreamClosed']
  /** Shows a form and waits; see `RunContext.requestForm`. */
  requestForm: RunContext['requestForm']
  /** Waits for the user in another way; the time does not count as the call's. */
  whileAsking: <Result>(wait: () => Promise<Result>) => Promise<Result>
  /** Shows output while the tool runs. */
  onOutput(text: string): void
}

/** The question that the user decides before a call runs. */
export interface ToolQuestion {
  /** One line that names what would happen, such as `Fetch https://example.com/a`. Windows have words of their own. */
  title: string
  subject: ConsentSubject
  /** The changes that the call would make. */
  changes?: FileChange[] | undefined
  /** The folder in which it would act. */
  folder?: string | undefined
  /** The call always has to be decided, so no permanent answer is offered. */
  isOnceOnly?: true | undefined
}

/** The result of a call. The model gets `text`; a long one is cut by the loop, which says how to see the rest. */
export interface ToolResult {
  text: string
  isError?: boolean | undefined
  /** The origin of its text, if its tool and input do not say it; null if from nowhere outside. */
  origin?: CallOrigin | null | undefined
  /** Pages that the answer is based on. */
  sources?: AnswerSource[] | undefined
  /** The changes that were made, shown with the call. */
  changes?: FileChange[] | undefined
  /** Images and audio, which are stored with the answer; each with the type that its bytes have. */
  files?: { mediaType: ImageMediaType | SoundMediaType; bytes: Uint8Array }[] | undefined
  /**
   * Makes what the result offers, such as taking it back, available to another pane that shares the call. May be called
   * later, and more than once.
   */
  share?: ((call: CallPlace) => void) | undefined
}

/** Identifies a call of an answer. */
export type CallPlace = Pick<ToolCallContext, 'sessionId' | 'messageId' | 'toolCallId'>

/** A prepared call: its input is valid, and it is known what it would do. */
export interface PreparedCall {
  /** Null if it needs no consent, because it acts on nothing outside Parley. */
  question: ToolQuestion | null
  /** @throws ParleyError the call failed; the model is told, and the run continues */
  run(): Promise<ToolResult>
}

/** A tool that a model can call. Everything it gets from the model and from outside is untrusted. */
export interface Tool {
  /** The public name, such as `web.fetch` or `mcp:SERVER/TOOL`. */
  readonly name: string
  readonly title: string
  /** The description for the model. */
  readonly description: string
  /** JSON Schema of the input, an object. */
  readonly inputSchema: Record<string, unknown>
  readonly kind: ToolKind
  /** The MCP server that has it; absent for Parley's own tools. */
  readonly serverId?: string
  /** The server's claims about the tool. Shown, but never a reason to skip a question. */
  readonly hints?: ToolHints
  /**
   * The longest time that a call may take without a sign of progress, in milliseconds. Absent: the default, progress or
   * not.
   */
  readonly limitMs?: number
  /** Returns the reason why the tool cannot be used now, such as a service that is not set up; null if it can. */
  problem?(): ParleyError | null
  /**
   * Checks the input, without any effect outside.
   * @throws ParleyError INVALID_INPUT the input is not valid; the model is told why
   */
  prepare(input: unknown, call: ToolCallContext): Promise<PreparedCall>
}

/** The folder of a chat or pane, and whether the user has chosen it. */
export type FolderOfSession = Pick<Session, 'workspace' | 'isFolderImported'>

/** Lists the tools for windows. */
export interface ToolCatalogue {
  /**
   * Every tool: whether it is in `choice`, and what prevents its use in a chat with this folder. Starts no server.
   */
  list(choice: ToolChoice, folder: FolderOfSession): ToolInfo[]
}
