import { PassThrough } from 'node:stream'

import { serveMcp, type ServedMcp, type ServeMcpOptions } from '../serve-mcp'
import { RawConversation } from './raw-conversation'

/** Starts an in-process server with its own pair of streams, and a connected client. The caller ends it. */
export function connectInMemory(
  options: Pick<ServeMcpOptions, 'backend' | 'clock' | 'log'> &
    Partial<Pick<ServeMcpOptions, 'interruptMode' | 'isUnlimitedAllowed' | 'haveModelsTools'>>,
): { client: RawConversation; served: ServedMcp } {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = serveMcp({
    input,
    output,
    version: '1',
    interruptMode: 'cancel',
    isUnlimitedAllowed: false,
    haveModelsTools: false,
    ...options,
  })
  return { client: new RawConversation(input, output), served }
}
