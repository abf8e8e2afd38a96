import { type ApprovalDecision, isDenial } from '../../../../shared/agents/agents'
import { wellFormedJson } from '../../../../shared/text/well-formed-json'
import type { AgentRequest } from '../../agent'
import type { LineApprovalRequest } from '../dialect'

/** The prompt as a user line, with the images before the text. */
export function promptLine({ prompt, images }: AgentRequest): string {
  const blocks = images.map(({ mediaType, bytes }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: Buffer.from(bytes).toString('base64') },
  }))
  return lineOf({
    type: 'user',
    message: { role: 'user', content: [...blocks, { type: 'text', text: prompt }] },
    parent_tool_use_id: null,
    session_id: '',
  })
}

/** Interrupts the turn; a `result` follows. */
export const interruptLine = lineOf({
  type: 'control_request',
  request_id: 'interrupt',
  request: { subtype: 'interrupt' },
})

/** The decision. Parley itself remembers consents, so that the agent's own settings stay unchanged. */
export function decisionLine(
  { requestId, approval }: LineApprovalRequest,
  decision: ApprovalDecision,
): string {
  return responseLine(requestId, {
    subtype: 'success',
    response: isDenial(decision)
      ? {
          behavior: 'deny',
          message: 'The user did not allow this. Continue without it, or ask what to do instead.',
        }
      : { behavior: 'allow', updatedInput: approval.input },
  })
}

/** Rejects a request of the agent that Parley does not know. */
export function refusalLine(requestId: string): string {
  return responseLine(requestId, { subtype: 'error', error: 'This client does not support this request.' })
}

function responseLine(requestId: string, response: Record<string, unknown>): string {
  return lineOf({ type: 'control_response', response: { ...response, request_id: requestId } })
}

function lineOf(message: unknown): string {
  return `${wellFormedJson(message)}\n`
}
