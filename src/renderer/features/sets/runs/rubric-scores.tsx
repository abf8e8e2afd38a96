import { useStore } from 'zustand'

import type { RubricResult } from '../../../../shared/sets/rubrics'
import type { SetResultDetail, SetRun } from '../../../../shared/sets/sets'
import { formatPercent, formats } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { modelName } from '../../../state/models/models'
import { Hint, PlainList, Stack, Text } from '../../../ui/layout/layout'
import { DataTable } from '../../../ui/lists/data-table'
import { UnreadReplies } from '../../../ui/text/unread-replies'
import { useModelNames } from '../common/set-words'
import { rangeText } from './judge-trust'
import { markName } from './rating-fields'
import styles from '../common/sets.module.css'

/** How the models of a run do by each criterion, and how far the judge agrees with the user. */
export function RubricScores({ result, models }: { result: RubricResult; models: SetRun['models'] }) {
  const names = useModelNames(models)
  const { run, total, criteria, needed } = result
  const shares = total.map(
    (score, model) => `${names[model]} ${score === null ? '–' : formatPercent(score.share)}`,
  )
  const agreementText = ({ common, agreement }: RubricResult['criteria'][number]) => {
    if (agreement === null) return t('sets.rubric.notMeasured', { common, needed })
    const [kappa, low = '', high = ''] = [agreement.kappa, ...agreement.interval].map((each) =>
      formats().decimal(each, 2),
    )
    return `${kappa} (${t('sets.differences.interval', { low, high })})`
  }
  const agreements = (texts: readonly string[]) => (run === null ? [] : texts)
  return (
    <Stack as="details" gap={0} size="s" pad={[0, 5]} className={styles.scores}>
      <summary>{[...(run === null ? [t('sets.rubric.yours')] : []), ...shares].join(' · ')}</summary>
      <DataTable
        heads={[
          t('sets.rubric.title'),
          ...[...names, ...agreements([t('sets.rubric.agreement')])].map((number) => ({ number })),
        ]}
        rows={[
          { key: 'all', cells: [t('sets.rubric.weighted'), ...total.map(scoreText), ...agreements([''])] },
          ...criteria.map((criterion, key) => ({
            key,
            cells: [
              criterion.name,
              ...criterion.scores.map(scoreText),
              ...agreements([agreementText(criterion)]),
            ],
          })),
        ]}
      />
      <Hint tone="soft">
        {t('sets.rubric.scoreHint', { unproven: result.unproven, unread: result.unread })}
      </Hint>
    </Stack>
  )
}

function scoreText(score: RubricResult['total'][number]): string {
  if (score === null) return '–'
  const { share, interval } = score
  return interval === null ? formatPercent(share) : rangeText({ share, interval })
}

/** The marks of judges for the answers to a prompt, with the quotes that show them. */
export function MarkList({ marks, run }: { marks: SetResultDetail['marks']; run: SetRun }) {
  const models = useStore(useApp().models.store, (state) => state.models)
  const names = useModelNames(run.models)
  if (marks.length === 0) return null
  return (
    <>
      <h2 className={styles.label}>{t('sets.rubric.marks')}</h2>
      <PlainList size="s" className={styles.results}>
        {marks.map(({ judge, model, repeat, name, scale, mark, why, quote, isQuoted, unread }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two judges may have the same model
          <li key={index}>
            {names[model]} · {run.repeats > 1 && `${t('sets.repeat', { number: repeat + 1 })} · `}
            {name}: {mark !== null && <Text weight="strong">{markName(scale, mark)}</Text>}{' '}
            <Hint as="span">{t('sets.judge.by', { name: modelName(models, judge) })}</Hint>
            <UnreadReplies replies={unread ? [unread] : []} />
            <Hint tone="soft">
              {why} {quote !== undefined && quote !== '' && <q>{quote}</q>}{' '}
              {isQuoted === false && <Text tone="warn">{t('sets.rubric.notQuoted')}</Text>}
            </Hint>
          </li>
        ))}
      </PlainList>
    </>
  )
}
