import { agentOf } from '../models/models'
import type { Message, Part } from '../sessions/messages'

/**
 * The parts that stay when an answer is continued; null if it cannot be: it is complete, has no text that could grow,
 * is a merge, or was written by an agent, which remembers its own turns.
 */
export function partsToContinue(
  message: Pick<Message, 'role' | 'status' | 'stopReason' | 'model' | 'parts'>,
): Part[] | null {
  const { role, status, stopReason, model } = message
  const isCut = status === 'partial' || status === 'failed' || stopReason === 'length'
  if (role !== 'assistant' || !isCut || status === 'streaming') return null
  if (model !== undefined && agentOf(model) !== null) return null
  const parts = message.parts.filter(({ type }) => type !== 'error')
  const last = parts.findLast(({ type }) => type !== 'sources')
  const mayGrow = last?.type === 'text' && last.text.trim() !== '' && last.statements === undefined
  return mayGrow ? parts : null
}
