import { useEffect, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { RouteInput, RouteOutput } from '../../../shared/rpc/contract'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'

export type Ranking = RouteOutput<'ranking.get'>
export type RankingQuery = RouteInput<'ranking.get'>

interface RankingState {
  /** The last one that was loaded; null before the first. */
  ranking: Ranking | null
  error: ErrorData | null
}

/** The ranking for this query, loaded again whenever votes change. */
export function useRanking(query: RankingQuery): RankingState {
  const { environment, votes } = useApp()
  const { api } = environment
  const [state, setState] = useState<RankingState>({ ranking: null, error: null })
  // A text, because a new object would be a new query each time.
  const asked = JSON.stringify(query)
  useEffect(() => {
    let isOver = false
    const load = async () => {
      try {
        const ranking = await api.invoke('ranking.get', JSON.parse(asked) as RankingQuery)
        if (!isOver) setState({ ranking, error: null })
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
  }, [api, votes, asked])
  return state
}
