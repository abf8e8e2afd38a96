import { z } from 'zod'

import { ParleyError } from '../../../shared/errors'
import { type Peer, peerData } from '../http/peer'
import type { FinishPart } from '../language-model/run-model'

const blockedPrompt = z.object({
  google: z.object({ promptFeedback: z.object({ blockReason: z.string() }) }),
})

/** Reasons for which a model ends without an answer that could be used. */
const brokenCalls = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
])

/**
 * What went wrong, where a finish of Gemini's is no end of an answer. A question that was blocked is among it: an
 * answer that is empty because of a filter would not say that asking again is of no use.
 * @see https://ai.google.dev/api/generate-content#FinishReason
 */
export function finishFailure(
  { finishReason, providerMetadata }: FinishPart,
  peer: Peer,
): ParleyError | null {
  const { raw } = finishReason
  if (raw === undefined) return null
  const data = { ...peerData(peer), finishReason: raw }
  const prompt = blockedPrompt.safeParse(providerMetadata)
  if (prompt.success && prompt.data.google.promptFeedback.blockReason === raw) {
    return new ParleyError(
      'PROVIDER_BAD_REQUEST',
      `${peer.name} blocked the question and did not answer it (${raw}). Put it in other words, or ask another model.`,
      { data },
    )
  }
  if (raw === 'LANGUAGE') {
    return new ParleyError(
      'PROVIDER_BAD_REQUEST',
      `${peer.name} does not answer in this language (${raw}). Ask in another language, or ask another model.`,
      { data },
    )
  }
  if (!brokenCalls.has(raw)) return null
  return new ParleyError(
    'PROVIDER_PROTOCOL',
    `The model of ${peer.name} tried to call a tool and got it wrong (${raw}). What came before is kept; try again.`,
    { data },
  )
}
