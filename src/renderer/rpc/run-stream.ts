import type { StreamEvent, StreamInput, StreamName } from '../../shared/rpc/contract'
import type { StreamEnd } from '../../shared/rpc/frames'
import type { ParleyApi } from './parley-api'

/** Opens a stream and consumes it to its end. An abort closes it, but its end still arrives. */
export function runStream<Name extends StreamName>(
  api: ParleyApi,
  name: Name,
  input: StreamInput<Name>,
  options: { signal: AbortSignal; onEvent: (event: StreamEvent<Name>) => void },
): Promise<StreamEnd> {
  const { promise, resolve } = Promise.withResolvers<StreamEnd>()
  const stream = api.open(name, input, {
    onEvents: (events) => {
      for (const event of events) options.onEvent(event)
    },
    onEnd: resolve,
  })
  const close = () => stream.close()
  if (options.signal.aborted) close()
  else options.signal.addEventListener('abort', close, { once: true })
  return promise.finally(() => options.signal.removeEventListener('abort', close))
}
