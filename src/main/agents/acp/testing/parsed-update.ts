import { invariant } from '../../../../shared/invariant'
import { type AcpToolCall, type AcpUpdate, permissionRequest, readNotification } from '../updates'

/** An update as Parley reads it. It must be one that Parley knows. */
export function parsedUpdate(update: object): AcpUpdate {
  const read = readNotification({ sessionId: 's', update })
  invariant(read !== null, `${JSON.stringify(update)} is a known update`)
  return read.update
}

/** The call of a request for permission, as Parley reads it. */
export function parsedQuestion(toolCall: object): AcpToolCall {
  return permissionRequest.parse({ sessionId: 's', toolCall, options: [] }).toolCall
}
