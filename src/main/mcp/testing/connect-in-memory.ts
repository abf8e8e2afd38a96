import { PassThrough } from 'node:stream'

import { serveMcp, type ServedMcp, type ServeMcpOptions } from '../serve-mcp'
import { RawConversation } from './raw-conversation'

/** A server in this process, over streams of its own, and a client of it. Whoever calls it ends the server. */
export function connectInMemory(
  options: Pick<ServeMcpOptions, 'backend' | 'clock' | 'log'> &
    Partial<Pick<ServeMcpOptions, 'interruptMode' | 'isUnlimitedAllowed'>>,
): { client: RawConversation; served: ServedMcp } {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = serveMcp({
    input,
    output,
    version: '1',
    interruptMode: 'cancel',
    isUnlimitedAllowed: false,
    ...options,
  })
  return { client: new RawConversation(input, output), served }
}
