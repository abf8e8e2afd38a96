import { boundDepth, valueDepth } from '../../../shared/json-depth'
import type { ApprovalRequest, FormRequest } from '../../../shared/runs/events'
import type { SourceEvent } from '../../run-source/run-source'

/** The event with every value of foreign origin in it bounded in depth, so that it can be stored, sent and compared. */
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
      // What a source of another version says is not known here: the run finds it out.
      return event
  }
}

/** The same for what a source asks the user. */
export function boundedQuestion<Question extends Omit<ApprovalRequest, 'approvalId'> | FormRequest>(
  question: Question,
): Question {
  return withBoundedFields(question)
}

function withBoundedFields<Fields extends object>(fields: Fields): Fields {
  // A level more, for the record itself.
  return boundDepth(fields, valueDepth + 1)
}
