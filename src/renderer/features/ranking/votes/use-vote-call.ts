import { useEffect, useState } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import type { RouteInput, RouteOutput } from '../../../../shared/rpc/contract'
import { errorDataOf } from '../../../errors/error-data'
import { useApp } from '../../../state/app/use-app'

/** The routes whose answers depend on the votes. */
type VoteRoute = 'ranking.get' | 'votes.list'

interface VoteCallState<Name extends VoteRoute> {
  /** The last one that arrived; null before the first. */
  answer: RouteOutput<Name> | null
  error: ErrorData | null
}

/** The answer to this call, which is made again whenever votes change. */
export function useVoteCall<Name extends VoteRoute>(
  route: Name,
  input: RouteInput<Name>,
): VoteCallState<Name> {
  const { environment, votes } = useApp()
  const { api } = environment
  const [state, setState] = useState<VoteCallState<Name>>({ answer: null, error: null })
  // A text, because a new object would be a new call each time.
  const asked = JSON.stringify(input)
  useEffect(() => {
    let isOver = false
    const load = async () => {
      try {
        const answer = await api.invoke(route, JSON.parse(asked) as RouteInput<Name>)
        if (!isOver) setState({ answer, error: null })
      } catch (error) {
        if (!isOver) setState((before) => ({ ...before, error: errorDataOf(error) }))
      }
    }
    void load()
    const stop = votes.store.subscribe(({ version }, before) => {
      if (version !== before.version) void load()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [api, votes, route, asked])
  return state
}
