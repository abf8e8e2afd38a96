import type { z } from 'zod'

import type { importedMessage } from '../../../../../shared/rpc/imported-message'

/** A message as `sessions.import` was given it, checked. */
export type GivenMessage = z.output<typeof importedMessage>

/** Messages that follow one another, with the calls of tools that stand beside them. */
export interface GivenPath {
  messages: readonly GivenMessage[]
  toolCalls: readonly Record<string, unknown>[]
}
