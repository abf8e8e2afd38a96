import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../../../shared/invariant'
import type { ModelInfo } from '../../../../shared/models/models'
import type { Check, CheckResult } from '../../../../shared/sets/checks'
import type { SetRun, LineUpModel } from '../../../../shared/sets/sets'
import { errorLine } from '../../../errors/error-text'
import {
  formatCost,
  formatDuration,
  formatKnownCost,
  formatMoment,
  formatSeconds,
  formatTimeOfDay,
} from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { contestantNames } from '../../model-settings/contestant-names'

/** A check in a few words. */
export function checkName(check: Check): string {
  const named = 'not' in check && check.not ? t(`sets.notKinds.${check.kind}`) : t(`sets.kinds.${check.kind}`)
  switch (check.kind) {
    case 'contains':
    case 'equals':
      return `${named} ${t('common.quoted', { text: check.value })}`
    case 'matches':
      return `${named} /${check.pattern}/${check.flags ?? ''}`
    case 'length':
      return `${named} ${check.min ?? 0}–${check.max ?? '∞'}`
    case 'time':
      return `${named} ≤ ${formatSeconds(check.maxMs)}`
    case 'cost':
      return `${named} ≤ ${formatCost(check.maxUsd)}`
    case 'command':
      return t('sets.commandPasses', { command: check.command })
    case 'renders':
      return [
        `${named} (${formatDuration(check.seconds * 1_000)})`,
        check.role,
        ...[check.name, check.text].map((text) => text && t('common.quoted', { text })),
        check.fits === true ? t('sets.pageChecks.fitsName') : '',
      ]
        .filter((part) => part !== undefined && part !== '')
        .join(', ')
    case 'json':
    case 'json-schema':
      return named
    default:
      return assertNever(check)
  }
}

/** The estimated cost of requests, as a sentence; null if unknown. */
export function estimatedCostText(costUsd: number | null): string {
  if (costUsd === null) return t('common.costIsUnknown')
  return costUsd === 0 ? t('sets.estimateFree') : t('sets.estimateCost', { cost: formatCost(costUsd) })
}

/** The result of a check, and why it failed if its name does not say so. Without a result, it has not run yet. */
export function checkText(check: Check, result: CheckResult | undefined): string {
  const name = checkName(check)
  if (result === undefined) return t('sets.checkPending', { check: name })
  if (result.problem === 'needs-window')
    return `${t('sets.checkPending', { check: name })}. ${checkProblem(result)}`
  if (result.isNotApplicable === true) {
    return t(check.kind === 'time' ? 'sets.batch.unmeasured' : 'sets.checkNotApplicable', { check: name })
  }
  if (result.passed) return t('sets.checkPassed', { check: name })
  const problem = checkProblem(result)
  const failed = t('sets.checkFailed', { check: name })
  return problem === '' ? failed : `${failed}. ${problem}`
}

/** The known cost of a run, its limit, and the possible cost of interrupted requests. */
export function spentText({ spentUsd, unpriced, lostRequests, lostUsd, costLimitUsd }: SetRun): string {
  const limit = costLimitUsd === null ? '' : ` / ${formatCost(costLimitUsd)}`
  const isUnknown = spentUsd === 0 && (unpriced > 0 || lostRequests > 0)
  const known = unpriced > 0 ? { leastCostUsd: spentUsd } : { costUsd: spentUsd }
  const spent = isUnknown ? t('sets.costUnknown') : formatKnownCost(known)
  return [
    `${spent}${limit}`,
    ...(unpriced > 0 && spentUsd > 0 ? [t('sets.unpricedAnswers', { count: unpriced })] : []),
    ...(lostRequests > 0 ? [lostText(lostRequests, lostUsd)] : []),
  ].join(' · ')
}

function lostText(count: number, costUsd: number | null): string {
  return costUsd === null
    ? t('sets.lost', { count })
    : t('sets.lostCost', { count, cost: formatCost(costUsd) })
}

function checkProblem({ problem, detail }: CheckResult): string {
  return [problem === undefined ? '' : t(`sets.problems.${problem}`), detail ?? '']
    .filter((part) => part !== '')
    .join(' ')
}

/** How far a run is, and what ended or delays it. A judge counts requests. */
export function runStateText(
  { state, done, cells, waitingUntil, error }: SetRun,
  unit: 'answers' | 'requests' = 'answers',
): string {
  const share = t(`sets.doneOf.${unit}`, { done, count: cells })
  if (state === 'running' && waitingUntil !== null) {
    return `${share} · ${t('sets.waiting', { time: formatTimeOfDay(waitingUntil) })}`
  }
  const reason = error === null || state === 'done' ? '' : ` · ${errorLine(error)}`
  return `${share} · ${t(`sets.states.${state}`)}${reason}`
}

/** The names of a line-up's models with their settings, in order. */
export function useModelNames(lineUp: readonly LineUpModel[]): readonly string[] {
  const models = useStore(useApp().models.store, (state) => state.models)
  return useMemo(() => contestantNames(models, lineUp), [models, lineUp])
}

/** What a run waits for; null if it waits for no batch. */
export function useBatchText({ batch, state }: SetRun): string | null {
  const { models } = useStore(useApp().models.store)
  if (state !== 'running' || batch === undefined || batch === null) return null
  const { since, cells, answered } = batch
  const names = batch.providers.map((id) => providerName(models, id))
  const time = formatMoment(since)
  return t('sets.batch.waiting', { providers: names.join(', '), time, answered, cells })
}

/** The name of a provider; its id until its models are known. */
export function providerName(models: readonly ModelInfo[], id: string): string {
  return models.find(({ providerId }) => providerId === id)?.providerName ?? id
}

/** A function that lists the names of the models of a run. */
export function useListedNames(): (run: SetRun) => string {
  const models = useStore(useApp().models.store, (state) => state.models)
  return useCallback((run) => contestantNames(models, run.models).join(', '), [models])
}
