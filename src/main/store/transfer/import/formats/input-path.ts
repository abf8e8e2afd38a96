import type { z } from 'zod'

import type { importedMessage } from '../../../../../shared/rpc/imported-message'

/** A checked message from `sessions.import`. */
export type InputMessage = z.output<typeof importedMessage>

/** Consecutive messages, with tool calls listed separately. */
export interface InputPath {
  messages: readonly InputMessage[]
  toolCalls: readonly Record<string, unknown>[]
}
