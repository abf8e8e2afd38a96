import type { RouteHandlers } from '../router'

const notBuilt = (): never => {
  throw new Error('not built yet')
}

/** `prompts.*`. */
export function promptHandlers() {
  return {
    'prompts.list': notBuilt,
    'prompts.save': notBuilt,
    'prompts.remove': notBuilt,
  } satisfies Partial<RouteHandlers>
}
