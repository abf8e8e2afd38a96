import type { AgentPermission, ApprovalDecision } from '../../shared/agents/agents'
import type { AttachmentPart, Message, StopReason } from '../../shared/sessions/messages'
import type { ApprovalRequest, FormRequest, RunEventBody } from '../../shared/runs/events'
import type { OrUndefined } from '../../shared/or-undefined'
import type { ModelParams } from '../../shared/sessions/sessions'

/** A file that goes with a message, as a model is given it. */
export type AttachmentContent =
  | { kind: 'image'; mediaType: string; bytes: Uint8Array }
  /** Of a PDF it is what can be read of it, which may be nothing. */
  | { kind: 'text' | 'pdf'; text: string }

/** Reads a file that goes with a message; null when it is not there any more. */
export type ReadAttachment = (part: AttachmentPart) => Promise<AttachmentContent | null>

/** What a run asks of its source: the path so far, oldest first, and how to answer it. */
export interface RunRequest {
  /** The provider's own name of the model. */
  modelId: string
  messages: readonly Message[]
  systemPrompt: string | null
  params: OrUndefined<ModelParams>
  /** Absent where no file can be read: they are then only named. */
  readAttachment?: ReadAttachment | undefined
  /** False when the model is known not to look at images: they are then only named. */
  takesImages?: boolean | undefined
  /** Present where the model is a coding agent. */
  agent?: AgentTurn | undefined
}

/** What a coding agent has to know of the turn that is asked of it. */
export interface AgentTurn {
  /** Marks every process of the turn, and of no other. */
  runId: string
  /** The chat or pane: two turns of one may be answered by the same process. */
  sessionId: string
  permission: AgentPermission
  /**
   * The agent's own session that holds the path up to the last question; null where there is none, or where it holds
   * something else: the agent is then told the path in words.
   */
  resumeId: string | null
  /** The folder to work in, in full; makes it first where it is to be one of its own. @throws INVALID_INPUT, AGENT_FAILED */
  openWorkspace(signal: AbortSignal): Promise<string>
}

/**
 * What a source has of the run that drives it. Once `signal` aborts, the source gives up what it waits for,
 * lets go of its upstream and ends; it need not say that it was stopped.
 */
export interface RunContext {
  readonly signal: AbortSignal
  /** A socket or process now works for this run. */
  onUpstreamOpened(): void
  /** That socket or process is really gone: closed on both sides, reaped. */
  onUpstreamClosed(): void
  /**
   * Puts up a form in mid-answer and waits for the user: the values, checked against its schema, or null when the
   * user declined. Its `formId` is one that the chat has not seen. `signal` withdraws it.
   * @throws the reason of `signal`, or of the run's own signal, when that aborts first
   */
  requestForm(form: FormRequest, signal?: AbortSignal): Promise<FormValues | null>
  /**
   * Asks the user whether a tool may act, unless that was decided before; nobody else ever decides, and no time-out.
   * The answer is about this call alone, `once` or `deny`: what was said for later is remembered by the run, and the
   * source does not pass it on.
   * `signal` withdraws the question.
   * @throws the reason of `signal`, or of the run's own signal, when that aborts first
   */
  requestApproval(
    approval: Omit<ApprovalRequest, 'approvalId'>,
    signal?: AbortSignal,
  ): Promise<ApprovalDecision>
  /** From now on the agent's session of this name holds the path with this answer. */
  keepAgentSession(resumeId: string): void
}

/** What a user filled in, by field. */
export type FormValues = Record<string, unknown>

/** The events that a source may yield; the wrapper around it adds the start, the error and the end. */
export type SourceEvent =
  | Exclude<
      RunEventBody,
      {
        type:
          | 'run-start'
          | 'attachment'
          | 'form-answered'
          | 'approval-request'
          | 'approval-answered'
          | 'error'
          | 'run-end'
      }
    >
  /** A file in the answer. The run keeps it, and says where. */
  | { type: 'file'; mediaType: string; bytes: Uint8Array }
  /** So many more characters have come of what will be said once it is whole, such as what a tool is given. */
  | { type: 'pending'; chars: number }
  /** Why the answer is complete. A source that ends without one ended with `end`. */
  | { type: 'finish'; reason: Extract<StopReason, 'end' | 'length' | 'filter' | 'tool-limit'> }

/** What a source may have said, for whoever drives it: `finish` is taken into the outcome, and files are kept. */
export type GuardedEvent =
  | Exclude<SourceEvent, { type: 'finish' | 'file' | 'pending' }>
  | Extract<RunEventBody, { type: 'attachment' }>

/** One answer being generated. Fails by throwing a ParleyError with a code of its family. */
export type RunSource = (
  request: RunRequest,
  context: RunContext,
) => AsyncGenerator<SourceEvent, void, undefined>
