import type { ReasoningEffort } from '../../../shared/sessions/sessions'

/** Gemini models from before thinking, and those of later families that only draw or speak. */
const thoughtless = /gemini-(1|2\.0)|gemini-pro(-vision)?$|2\.5-flash-image|native-audio|-tts/

/**
 * Whether this model thinks before it answers, by its name: a request that wants to see the thoughts of one that does
 * not is refused.
 */
export function isThinking(modelId: string): boolean {
  return modelId.includes('gemini-') && !thoughtless.test(modelId)
}

/** Whether a request with this effort gets to think, so that its thoughts may be asked for. */
export function showsThoughts(modelId: string, effort: ReasoningEffort | undefined): boolean {
  if (!isThinking(modelId) || effort === 'none') return false
  // The only one that does not think until it is told to.
  return effort !== undefined || !modelId.includes('2.5-flash-lite')
}
