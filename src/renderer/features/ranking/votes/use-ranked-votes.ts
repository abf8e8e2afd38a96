import { useEffect, useState } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import type { RouteInput, RouteOutput } from '../../../../shared/rpc/contract'
import { errorDataOf } from '../../../errors/error-data'
import { useApp } from '../../../state/app/use-app'

/** Which votes are listed. */
export type VoteFilters = NonNullable<RouteInput<'votes.list'>['ranked']>

interface RankedVotesState {
  /** The last that were loaded, newest first; null before the first. */
  list: RouteOutput<'votes.list'> | null
  error: ErrorData | null
}

/** The newest votes that count in the ranking with these filters, loaded again whenever votes change. */
export function useRankedVotes(filters: VoteFilters, limit: number): RankedVotesState {
  const { environment, votes } = useApp()
  const { api } = environment
  const [state, setState] = useState<RankedVotesState>({ list: null, error: null })
  // A text, because a new object would be a new request each time.
  const asked = JSON.stringify(filters)
  useEffect(() => {
    let isOver = false
    const load = async () => {
      try {
        const list = await api.invoke('votes.list', { ranked: JSON.parse(asked) as VoteFilters, limit })
        if (!isOver) setState({ list, error: null })
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
  }, [api, votes, asked, limit])
  return state
}
