import { useMemo } from 'react'
import { useStore } from 'zustand'

import type { LineUpModel, SetRun } from '../../../../shared/sets/sets'
import { useApp } from '../../../state/app/use-app'
import { contestantNames } from '../../model-settings/contestant-names'

/** The names of a line-up's models with their settings, in order. */
export function useModelNames(lineUp: readonly LineUpModel[]): readonly string[] {
  const models = useStore(useApp().models.store, (state) => state.models)
  return useMemo(() => contestantNames(models, lineUp), [models, lineUp])
}

/** A function that lists the names of the models of a run. */
export function useListedNames(): (run: SetRun) => string {
  const models = useStore(useApp().models.store, (state) => state.models)
  return (run) => contestantNames(models, run.models).join(', ')
}
