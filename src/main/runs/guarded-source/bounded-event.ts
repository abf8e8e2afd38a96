import { boundDepth, valueDepth } from '../../../shared/json-depth'
import type { ApprovalRequest, FormRequest } from '../../../shared/runs/events'
import type { SourceEvent } from '../../run-source/run-source'

/** Bounds the depth of every foreign value in the event, so that it can be stored, sent and compared. */
export function boundedEvent<Event extends SourceEvent>(event: Event): Event {
  switch (event.type) {
    case 'reasoning-delta':
    case 'tool-call':
    case 'tool-update':
    case 'tool-result':
    case 'form-request':
    case 'notice':
      return withBoundedFields(event)
    case 'text-delta':
    case 'tool-output':
    case 'plan':
    case 'file':
    case 'sources':
    case 'text-was-reasoning':
    case 'usage':
    case 'pending':
    case 'finish':
      return event
    default:
      // A source of another version may yield unknown events. The run rejects them.
      return event
  }
}

/** The same for forms and approval requests. */
export function boundedQuestion<Question extends Omit<ApprovalRequest, 'approvalId'> | FormRequest>(
  question: Question,
): Question {
  return withBoundedFields(question)
}

function withBoundedFields<Fields extends object>(fields: Fields): Fields {
  // One more level for the record itself.
  return boundDepth(fields, valueDepth + 1)
}
