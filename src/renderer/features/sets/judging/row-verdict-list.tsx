import { useStore } from 'zustand'

import type { SetRowVerdict, SetRun } from '../../../../shared/sets/sets'
import { formatCost } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { modelName } from '../../../state/models/models'
import { useModelNames } from '../common/use-model-names'
import { UnreadReplies } from '../../../ui/text/unread-replies'
import { Hint, PlainList } from '../../../ui/layout/layout'
import styles from '../common/sets.module.css'

/** What models said about rows of the differences between the answers to a prompt, in comparisons of these answers. */
export function RowVerdictList({ verdicts, run }: { verdicts: readonly SetRowVerdict[]; run: SetRun }) {
  const models = useStore(useApp().models, (state) => state.models)
  const runNames = useModelNames(run.models)
  if (verdicts.length === 0) return null
  return (
    <>
      <h3 className={styles.label}>{t('exports.rowVerdicts')}</h3>
      <PlainList size="s" className={styles.results}>
        {verdicts.map(({ passages, model, judgement, judgedAt }, index) => {
          const { verdict, best, whys, costUsd } = judgement
          const names = passages.map((passage) => nameOf(passage, runNames, run.repeats))
          const said =
            verdict === 'best'
              ? t('compare.differences.judge.best', { letters: names[best ?? 0] ?? '' })
              : t(`compare.differences.judge.verdicts.${verdict}`)
          const price = costUsd === null || costUsd === 0 ? [] : [formatCost(costUsd)]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two verdicts may have the same time
            <li key={`${judgedAt} ${index}`}>
              {said}{' '}
              <Hint as="span" tone="soft" className={styles.facts}>
                {[modelName(models, model), ...price].join(' · ')}
              </Hint>
              <UnreadReplies replies={judgement.unread} />
              {[...new Set(whys)].map((why) => (
                <Hint tone="soft" key={why} className={styles.facts}>
                  {why}
                </Hint>
              ))}
              <ul className={styles.passages}>
                {passages.map(({ text }, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- passages never move
                  <li key={place}>
                    {names[place]}:{' '}
                    {text === null || text.trim() === '' ? t('compare.differences.notSaid') : text}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </PlainList>
    </>
  )
}

function nameOf(
  { model, repeat }: SetRowVerdict['passages'][number],
  names: readonly string[],
  repeats: number,
): string {
  const name = names[model] ?? ''
  return repeats > 1 ? `${name}, ${t('sets.repeat', { number: repeat + 1 })}` : name
}
