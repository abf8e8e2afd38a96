import type { RouteHandlers } from '../router'

const notBuilt = (): never => {
  throw new Error('not built yet')
}

/** `attachments.*`. */
export function attachmentHandlers() {
  return {
    'attachments.begin': notBuilt,
    'attachments.append': notBuilt,
    'attachments.finish': notBuilt,
    'attachments.discard': notBuilt,
    'attachments.read': notBuilt,
  } satisfies Partial<RouteHandlers>
}
