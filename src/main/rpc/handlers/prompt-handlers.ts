import type { PromptStore } from '../../store/composer/prompt-store'
import type { RouteHandlers } from '../router'

/** `prompts.*`. */
export function promptHandlers(prompts: PromptStore) {
  return {
    'prompts.list': () => ({ prompts: prompts.list() }),
    'prompts.save': (prompt) => ({ prompt: prompts.save(prompt) }),
    'prompts.remove': ({ promptId }) => ({ removed: prompts.remove(promptId) }),
  } satisfies Partial<RouteHandlers>
}
