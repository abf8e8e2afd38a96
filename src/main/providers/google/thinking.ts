import type { ReasoningEffort } from '../../../shared/sessions/sessions'

/** Gemini models without thinking: the early ones, and later ones that only draw or speak. */
const thoughtless = /gemini-(1|2\.0)|gemini-pro(-vision)?$|2\.5-flash-image|native-audio|-tts/

/**
 * Whether this model thinks before it answers, judging by its name: a model that does not think rejects requests for
 * thoughts.
 */
export function isThinking(modelId: string): boolean {
  return modelId.includes('gemini-') && !thoughtless.test(modelId)
}

/** Whether a request with this effort enables thinking, so that it may ask for thoughts. */
export function showsThoughts(modelId: string, effort: ReasoningEffort | undefined): boolean {
  if (!isThinking(modelId) || effort === 'none') return false
  // The only model that thinks only on request.
  return effort !== undefined || !modelId.includes('2.5-flash-lite')
}
