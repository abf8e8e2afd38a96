import { ParleyError } from '../../../shared/errors'
import type { FileChange } from '../../../shared/agents/agents'
import type { AnswerSource } from '../../../shared/sessions/messages'
import type { CallOrigin } from '../../../shared/tools/tools'
import type { ToolResult } from '../tool'
import type { mistakeWeights } from './limits'

/** The outcome of a call. `text` is the whole result, however long. */
export interface CallOutcome {
  text: string
  isError: boolean
  sources?: AnswerSource[] | undefined
  changes?: FileChange[] | undefined
  files?: { mediaType: string; bytes: Uint8Array }[] | undefined
  /** The model made a mistake that it may correct. */
  mistake?: keyof typeof mistakeWeights | undefined
  /** The user did not allow the call. */
  isDenied?: true | undefined
  /** The call was stopped before it ended, so nothing is known about its effect. */
  isInterrupted?: true | undefined
  /** See `ToolResult.share`. */
  share?: ToolResult['share']
  /** The origin of the result; null if from nowhere outside. */
  origin?: CallOrigin | null | undefined
}

/** An outcome that tells the model what went wrong. */
export function failedCall(
  text: string,
  more: Pick<CallOutcome, 'mistake' | 'isDenied' | 'isInterrupted'> = {},
): CallOutcome {
  return { text, isError: true, ...more }
}

/** The outcome for whatever a tool has thrown. Only expected errors say what happened. */
export function outcomeOfError(error: unknown): CallOutcome {
  return failedCall(
    error instanceof ParleyError ? error.message : 'The tool failed because of an unexpected error.',
  )
}

/** The result that the model gets for a call that the user did not allow. */
export const deniedText =
  'The user did not allow this call. Do not try it again. Continue without it, or ask the user what to do instead.'
