import { useMemo } from 'react'
import { useStore } from 'zustand'

import type { ModelInfo } from '../../../shared/models/models'
import type { RouteInput, RouteOutput } from '../../../shared/rpc/contract'
import { useApp } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import { contestantNames } from '../model-settings/contestant-names'

/** A ranking with what it is based on. */
export type RankingReport = RouteOutput<'ranking.get'>
/** Filters for votes, and the criteria by which contestants are distinguished. */
export type RankingQuery = RouteInput<'ranking.get'>

/**
 * The ranking for this query, loaded again whenever votes change, with the names to display as labels; null before the
 * first.
 */
export function useRanking(query: RankingQuery) {
  const app = useApp()
  const version = useStore(app.votes.store, (state) => state.version)
  const { data: answer, error } = useRequest('ranking.get', query, { reloadOn: version })
  const models = useStore(app.models.store, (state) => state.models)
  const fold = query.fold === true
  const ranking = useMemo(
    () => (answer === null ? null : { ...answer, contestants: labelled(models, answer, fold) }),
    [models, answer, fold],
  )
  return { ranking, error }
}

function labelled(
  models: readonly ModelInfo[],
  { contestants }: RankingReport,
  fold: boolean,
): RankingReport['contestants'] {
  const names = contestantNames(
    models,
    contestants.map(({ key, asked, answeredBy = [] }) => ({
      key,
      ...(asked === undefined ? {} : fold ? { model: asked.model } : asked),
      // Where what answered distinguishes contestants, it is the end of their keys.
      answeredBy: answeredBy.find((name) => key.endsWith(` · ${name}`)) ?? null,
    })),
  )
  return contestants.map((contestant, index) => ({ ...contestant, label: names[index] ?? contestant.key }))
}
