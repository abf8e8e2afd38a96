import type { z } from 'zod'

import type { importedMessage } from '../../../../../shared/rpc/imported-message'

/** A checked message from `sessions.import`. */
export type GivenMessage = z.output<typeof importedMessage>

/** Consecutive messages, with tool calls listed separately. */
export interface GivenPath {
  messages: readonly GivenMessage[]
  toolCalls: readonly Record<string, unknown>[]
}
