import type { PassDifference, SetResult } from '../../../../shared/sets/sets'
import { formatPercent, formatPoints } from '../../../language/format'
import { t } from '../../../language/t'
import { FoldHead, useFold } from '../../../ui/controls/fold'
import { Hint, Stack } from '../../../ui/layout/layout'
import { DataTable } from '../../../ui/lists/data-table'
import { useModelNames } from '../common/set-words'

/** More sentences are not read; the table has all. */
const mostSentences = 3

/** What a run shows about its models, and since the earlier run, in words; the figures of all differences below. */
export function RunDifferences({ result: { run, differences, totals } }: { result: SetResult }) {
  const names = useModelNames(run.models)
  const [isOpen, turn] = useFold(false)
  const nameOf = (model: number) => names[model] ?? ''
  const changes = totals.flatMap(({ difference }, model) =>
    difference === undefined || difference.prompts < 2 ? [] : [{ ...difference, model }],
  )
  const pairs = differences.filter(({ prompts }) => prompts > 1)
  if (pairs.length === 0 && changes.length === 0) return null
  const better = pairs
    .filter(({ isSettled }) => isSettled)
    .map((pair) =>
      t('sets.differences.better', {
        better: nameOf(pair.better),
        worse: nameOf(pair.worse),
        ...pointsOf(pair),
      }),
    )
  const changed = changes
    .filter(({ isSettled }) => isSettled)
    .map((change) =>
      t(change.difference < 0 ? 'sets.differences.fewer' : 'sets.differences.more', {
        model: nameOf(change.model),
        ...pointsOf(change.difference < 0 ? turned(change) : change),
      }),
    )
  return (
    <Stack as="section" gap={1} pad={[2, 5]} size="s" aria-label={t('sets.differences.title')}>
      <p>
        {[
          ...better.slice(0, mostSentences),
          ...(pairs.length > 0 && better.length === 0 ? [t('sets.differences.none')] : []),
          ...changed.slice(0, mostSentences),
          ...(changes.length > 0 && changed.length === 0 ? [t('sets.differences.same')] : []),
          ...(better.length + changed.length === 0 ? hintOf([...pairs, ...changes]) : []),
        ].join(' ')}
      </p>
      <FoldHead isOpen={isOpen} onTurn={turn}>
        {t('sets.differences.all')}
      </FoldHead>
      {isOpen && (
        <>
          <DataTable
            heads={[
              t('common.settingsSections.models'),
              { number: t('sets.differences.title') },
              { number: t('sets.differences.range') },
              { number: t('sets.differences.chance') },
            ]}
            rows={[
              ...pairs.map((pair) => ({
                key: `${pair.better} ${pair.worse}`,
                cells: [
                  t('sets.differences.pair', { better: nameOf(pair.better), worse: nameOf(pair.worse) }),
                  ...figuresOf(pair),
                ],
              })),
              ...changes.map((change) => ({
                key: change.model,
                cells: [t('sets.differences.earlier', { model: nameOf(change.model) }), ...figuresOf(change)],
              })),
            ]}
          />
          <Hint tone="soft">
            {t('sets.differences.rangeHint')} {t('sets.differences.chanceHint')}
          </Hint>
        </>
      )}
    </Stack>
  )
}

/** What it would take to see a difference, from the clearest one. */
function hintOf([clearest]: readonly PassDifference[]): string[] {
  const morePrompts = clearest?.morePrompts ?? null
  if (morePrompts === null) return []
  return [
    morePrompts === 0
      ? t('sets.differences.enough')
      : t('sets.differences.morePrompts', { count: morePrompts }),
  ]
}

function turned<Difference extends PassDifference>(difference: Difference): Difference {
  const [low, high] = difference.interval
  return { ...difference, difference: -difference.difference, interval: [-high, -low] }
}

/** In hundredths. */
function pointsOf({ difference, interval: [low, high] }: PassDifference) {
  return { points: formatPoints(difference), low: formatPoints(low), high: formatPoints(high) }
}

function figuresOf(difference: PassDifference): string[] {
  const { points, low, high } = pointsOf(difference)
  return [
    t('sets.differences.ofHundred', { points }),
    t('sets.differences.interval', { low, high }),
    formatPercent(difference.pValue),
  ]
}
