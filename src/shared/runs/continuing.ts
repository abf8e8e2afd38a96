import { deepEqual } from '../deep-equal'
import { agentOf } from '../models/models'
import { isEditedAnswer, type Message, type Part } from '../sessions/messages'

/** True if an answer ended before its model had finished. */
export function endedEarly({ status, stopReason }: Pick<Message, 'status' | 'stopReason'>): boolean {
  return status === 'partial' || status === 'failed' || stopReason === 'length'
}

/**
 * The parts that are kept when an answer is continued; null if it cannot be continued: it is complete and the model's
 * own, has no text that could grow, is a merge, or was written by an agent, which remembers its own turns.
 */
export function partsToContinue(
  message: Pick<Message, 'role' | 'status' | 'stopReason' | 'model' | 'parts'>,
): Part[] | null {
  const { role, status, model } = message
  const mayLackMore = endedEarly(message) || isEditedAnswer(message)
  if (role !== 'assistant' || !mayLackMore || status === 'streaming') return null
  if (model !== undefined && agentOf(model) !== null) return null
  const parts = message.parts.filter(({ type }) => type !== 'error')
  const last = parts.findLast(({ type }) => type !== 'sources')
  const mayGrow = last?.type === 'text' && last.text.trim() !== '' && last.statements === undefined
  return mayGrow ? parts : null
}

/**
 * True if an ended run that continued `continued` left an unchanged answer: it was stopped or failed before it wrote
 * anything, or reached the length limit without producing text.
 */
export function addsNothing(
  answer: Pick<Message, 'status' | 'stopReason' | 'parts'>,
  continued: Message,
): boolean {
  if (answer.status === 'complete' && answer.stopReason !== 'length') return false
  const parts = answer.parts.filter(isWritten)
  // A crash before the first journal entry loses what the answer had before, too.
  return parts.length === 0 || deepEqual(parts, continued.parts.filter(isWritten))
}

/** Some providers say that there was reasoning without saying what. */
function isWritten(part: Part): boolean {
  return part.type !== 'error' && !(part.type === 'reasoning' && part.text === '')
}
