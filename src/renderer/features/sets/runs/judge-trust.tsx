import type { JudgedShare, JudgeTrust } from '../../../../shared/sets/judging'
import type { LineUpModel } from '../../../../shared/sets/sets'
import { formatCount, formatPercent, formats } from '../../../language/format'
import { t } from '../../../language/t'
import { Hint, PlainList, Stack } from '../../../ui/layout/layout'
import { DataTable } from '../../../ui/lists/data-table'
import { useModelNames } from '../common/set-words'
import styles from '../common/sets.module.css'

/** How far a judge can be trusted, measured by the user’s blind votes, and both together. */
export function JudgeTrustView({ trust, models }: { trust: JudgeTrust; models: readonly LineUpModel[] }) {
  const names = useModelNames(models)
  const { agreement, common, needed, byTag, contradictions, first, longer, ownFamily, ranking } = trust
  const said = [
    agreement === null
      ? t('sets.trust.notMeasured', { needed, count: common })
      : t('sets.trust.agrees', { ...figuresOf(agreement), kappa: kappaText(agreement.kappa) }),
    ...byTag.map(({ tag, ...tagged }) => t('sets.trust.byTag', { tag, ...figuresOf(tagged) })),
    ...(contradictions === null ? [] : [t('sets.trust.contradicts', figuresOf(contradictions))]),
    ...(first === null ? [] : [t('sets.trust.first', figuresOf(first))]),
    ...(longer === null ? [] : [t('sets.trust.longer', figuresOf(longer)) + votesText(longer.votes)]),
    ...(ownFamily === null
      ? []
      : [t('sets.trust.ownFamily', figuresOf(ownFamily)) + votesText(ownFamily.votes)]),
  ]
  const saved = Math.min(...ranking.map(({ savedLabels }) => savedLabels))
  return (
    <details>
      <summary>{agreement === null ? t('sets.trust.title') : said[0]}</summary>
      <Stack gap={2}>
        <PlainList size="s">
          {said.slice(agreement === null ? 0 : 1).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </PlainList>
        {ranking.length > 0 && (
          <>
            <h2 className={styles.label}>{t('sets.trust.together')}</h2>
            <DataTable
              heads={[
                t('common.settingsSections.models'),
                { number: t('sets.trust.withJudge') },
                { number: t('sets.trust.votesAlone') },
              ]}
              rows={ranking.map(({ model, share, interval, fromLabels }) => ({
                key: model,
                cells: [names[model] ?? '', rangeText({ share, interval }), rangeText(fromLabels)],
              }))}
            />
            <Hint tone="soft">
              {t('sets.trust.saved', { count: saved })} {t('sets.trust.togetherHint')}
            </Hint>
          </>
        )}
      </Stack>
    </details>
  )
}

function figuresOf({ share, interval: [low, high], of }: JudgedShare) {
  return {
    share: formatPercent(share),
    low: formatPercent(low),
    high: formatPercent(high),
    of: formatCount(of),
  }
}

/** How often the votes on the same pairs did the same. */
function votesText(votes: JudgedShare | null): string {
  return votes === null ? '' : ` ${t('sets.trust.votes', figuresOf(votes))}`
}

function kappaText(kappa: number | null): string {
  return kappa === null ? '–' : formats().decimal(kappa, 2)
}

/** A share with its interval. */
export function rangeText({ share, interval: [low, high] }: Pick<JudgedShare, 'share' | 'interval'>): string {
  const range = t('sets.differences.interval', { low: formatPercent(low), high: formatPercent(high) })
  return `${formatPercent(share)} (${range})`
}
