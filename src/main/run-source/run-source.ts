import type { AgentPermission, ApprovalDecision } from '../../shared/agents/agents'
import type { AttachmentPart, LengthLimit, Message, StopReason } from '../../shared/sessions/messages'
import type { ApprovalRequest, FormRequest, LateEvent, RunEventBody } from '../../shared/runs/events'
import type { OrUndefined } from '../../shared/or-undefined'
import type { ModelParams } from '../../shared/sessions/sessions'
import type { Charges } from './cost'

/** The content of an attachment in the form that a model receives. */
export type AttachmentContent =
  | { kind: 'image'; mediaType: string; bytes: Uint8Array }
  | { kind: 'audio'; mediaType: string; bytes: Uint8Array }
  /** For a PDF, the extracted text, which may be empty. */
  | { kind: 'text' | 'pdf'; text: string }

/** Reads an attachment; null if the file no longer exists. */
export type ReadAttachment = (part: AttachmentPart) => Promise<AttachmentContent | null>

/** The input of a source: the path so far, oldest first, and how to answer it. */
export interface RunRequest {
  /** The provider's name for the model. */
  modelId: string
  messages: readonly Message[]
  /** Earlier messages of the chat that a summary in `messages` replaces. They are not sent. */
  covered?: readonly Message[] | undefined
  /** Names of files of a project whose text is in `messages`. */
  references?: readonly string[] | undefined
  /** The last message is the beginning of the answer. Only for models that continue such a message. */
  isPrefilled?: boolean | undefined
  /** The provider has refused another form of this request, so that it may be sent less often. */
  wasRefused?: boolean | undefined
  systemPrompt: string | null
  params: OrUndefined<ModelParams>
  /** Absent where files cannot be read. The model then gets only their names. */
  readAttachment?: ReadAttachment | undefined
  /** False if the model is known to ignore images. It then gets only their names. */
  takesImages?: boolean | undefined
  /** The longest answer of the model in tokens, as its provider lists it. */
  listedMaxTokens?: number | undefined
  /** The tools that the model may call; absent or empty for none. Who asks runs the calls. */
  tools?: readonly ToolDefinition[] | undefined
  /** `own`: the model may search the web with its provider's own tool, which takes no call of Parley. */
  webSearch?: 'own' | undefined
  /** Present if the model is a coding agent. */
  agent?: AgentTurn | undefined
}

/** A tool as a model sees it. */
export interface ToolDefinition {
  /** As `wireToolName` makes it; unique in its request. */
  name: string
  description: string
  /** JSON Schema of the input, an object. */
  inputSchema: Record<string, unknown>
}

/** A provider's own web search, which some models can use beside other tools, others only alone. */
export type OwnSearch = 'beside-tools' | 'alone'

/** One turn of a coding agent. */
export interface AgentTurn {
  /** Marks the processes of this turn, and only those. */
  runId: string
  /** The chat or pane. One process may answer several of its turns. */
  sessionId: string
  permission: AgentPermission
  /**
   * The agent's own session, if it contains exactly the path up to the last question. Null otherwise: the agent then
   * gets the path as text.
   */
  resumeId: string | null
  /** Returns the full path of the folder to work in. @throws INVALID_INPUT, AGENT_FAILED */
  openWorkspace(signal: AbortSignal): Promise<string>
}

/**
 * The run as its source sees it. When `signal` aborts, the source stops waiting, releases its upstream and ends. It
 * does not have to report that it was stopped.
 */
export interface RunContext {
  readonly signal: AbortSignal
  /** A socket or process has started to work for this run. */
  onUpstreamOpened(): void
  /** That socket is closed on both sides, or that process was reaped. */
  onUpstreamClosed(): void
  /**
   * That socket has received something, even if it was only a sign that the server is still working; absent where
   * silence ends nothing.
   */
  onUpstreamAlive?(): void
  /**
   * Shows a form during the answer and waits for the user. Resolves to the values, checked against the schema, or to
   * null if the user declined. `formId` must be new to the chat. `signal` withdraws the form.
   * @throws the reason of `signal` or of the run's own signal, whichever aborts first
   */
  requestForm(form: FormRequest, signal?: AbortSignal): Promise<FormValues | null>
  /**
   * Asks the user whether a tool may act, unless a stored consent covers the call. Only the user decides, and there is
   * no timeout. The answer is `once` or `deny` and applies to this call alone: the run stores any wider consent.
   * `signal` withdraws the request.
   * @throws the reason of `signal` or of the run's own signal, whichever aborts first
   */
  requestApproval(
    approval: Omit<ApprovalRequest, 'approvalId'>,
    signal?: AbortSignal,
  ): Promise<ApprovalDecision>
  /** Stores that the agent's session `resumeId` contains the path including this answer. */
  saveAgentSession(resumeId: string): void
  /**
   * Adds to the answer when it is over and stored. The rest of the size limit of the answer applies. Absent where
   * answers are not stored.
   */
  readonly addLate?: ((event: LateEvent) => void) | undefined
  /** Measures a source that runs tools; absent where nothing is measured. */
  readonly toolWatch?: ToolWatch | undefined
}

/** Reports of a source that runs tools about its time, even after its signal has aborted. */
export interface ToolWatch {
  /** A request to the model begins, or (false) has ended. */
  onStep(isAsking: boolean): void
  /** The calls of a step are executed, each within its own limit of time, or (false) all have ended. */
  onCalls(areRunning: boolean): void
  onCallStarted(call: { toolCallId: string; name: string }): void
  /** The call has ended, and nothing of it is left. */
  onCallEnded(toolCallId: string): void
  /** The model cannot call tools, so it is asked without them. */
  onUnsupported(): void
}

/** The values of a submitted form, by field. */
export type FormValues = Record<string, unknown>

/** `joined`: how many pieces of the answer it consists of, because they arrived together; 1 if absent. */
type SourceDelta = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }> & { joined?: number }

/** The events that a source may yield. Its wrapper adds the start, errors and the end. */
export type SourceEvent =
  | Exclude<
      RunEventBody,
      {
        type:
          | 'text-delta'
          | 'reasoning-delta'
          | 'run-start'
          | 'continued'
          | 'attachment'
          | 'form-answered'
          | 'approval-request'
          | 'approval-answered'
          | 'usage'
          | 'error'
          | 'run-end'
      }
    >
  | SourceDelta
  /** The usage of the answer so far. `charges` become part of its cost. */
  | (Extract<RunEventBody, { type: 'usage' }> & { charges?: Charges })
  /**
   * A file in the answer, or in the result of a call. The run stores it and replaces the event with an attachment.
   */
  | { type: 'file'; mediaType: string; bytes: Uint8Array; toolCallId?: string }
  /** Characters received of something that is reported only when complete, such as tool arguments. */
  | { type: 'pending'; chars: number }
  /** Why the answer is complete. Default: `end`. `limit`: whose limit it was, with the reason `length`. */
  | {
      type: 'finish'
      reason: Extract<StopReason, 'end' | 'length' | 'filter' | 'tool-limit'>
      limit?: LengthLimit
    }

/** The events of a guarded source: `finish` has become part of the outcome, and files are stored. */
export type GuardedEvent =
  | Exclude<SourceEvent, { type: 'finish' | 'file' | 'pending' }>
  | Extract<RunEventBody, { type: 'attachment' }>

/** Generates one answer. @throws ParleyError with a code of the provider or agent */
export type RunSource = (
  request: RunRequest,
  context: RunContext,
) => AsyncGenerator<SourceEvent, void, undefined>

/** The context of a run that no user can see: forms are declined, and no tool may act. */
export function unattendedContext(signal: AbortSignal): RunContext {
  return {
    signal,
    onUpstreamOpened: () => {},
    onUpstreamClosed: () => {},
    requestForm: () => Promise.resolve(null),
    requestApproval: () => Promise.resolve('deny'),
    saveAgentSession: () => {},
  }
}
