import type { Message } from '../../../shared/sessions/messages'
import { messageTokens } from '../../../shared/sessions/token-estimates'

/** About how many tokens a model of unknown size has, as far as results are concerned. */
const assumedContextTokens = 32_000
const charsPerToken = 4
/** The longest result, whatever the model. */
const maxResultTokens = 12_000
/** The shortest, even if the context is full: less would be of no use. */
const minResultTokens = 250
/** How much of the context one result may have, and how much stays free for the answer. */
const resultShare = 0.1
const answerShare = 0.2

/** How many characters of a result the model gets, if `count` calls of the step have one. */
export function resultChars(
  messages: readonly Message[],
  contextTokens = assumedContextTokens,
  count = 1,
): number {
  const used = messages.reduce((sum, message) => {
    const { text, attachments } = messageTokens(message)
    return sum + text + attachments
  }, 0)
  const free = contextTokens * (1 - answerShare) - used
  const tokens = Math.min(maxResultTokens, contextTokens * resultShare, free / Math.max(1, count))
  return Math.floor(Math.max(minResultTokens, tokens) * charsPerToken)
}
