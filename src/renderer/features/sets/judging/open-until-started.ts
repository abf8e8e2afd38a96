import { ParleyError } from '../../../../shared/errors'
import type { StreamInput } from '../../../../shared/rpc/contract'
import type { ParleyApi } from '../../../rpc/parley-api'

/** Starts a judge, which continues without this window. Rejects if it is refused. */
export function openUntilStarted(api: ParleyApi, input: StreamInput<'sets.judge'>): Promise<void> {
  const started = Promise.withResolvers<void>()
  const handle = api.open('sets.judge', input, {
    onEvents: () => {
      handle.close()
      started.resolve()
    },
    onEnd: ({ error }) => {
      if (error === undefined) started.resolve()
      else started.reject(new ParleyError(error.code, error.message, { data: error.data ?? {} }))
    },
  })
  return started.promise
}
