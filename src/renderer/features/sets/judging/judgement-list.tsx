import type { SetResultDetail, SetRun } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { verdictText } from './judge-words'
import styles from '../common/sets.module.css'

/** What judges say about the answers to a prompt, with their reasons. */
export function JudgementList({
  judgements,
  run: { models, repeats },
}: {
  judgements: SetResultDetail['judgements']
  run: SetRun
}) {
  if (judgements.length === 0) return null
  return (
    <>
      <h3 className={styles.label}>{t('sets.judge.verdictsTitle')}</h3>
      <ul className={styles.results}>
        {judgements.map((judgement) => (
          <li key={`${judgement.judge} ${judgement.repeat} ${judgement.models.join(' ')}`}>
            {t('sets.judge.by', { name: judgement.judge })}
            {repeats > 1 && `, ${t('sets.repeat', { number: judgement.repeat + 1 })}`}:{' '}
            {verdictText(judgement, models)}
            {judgement.whys.map((why, order) => (
              // oxlint-disable-next-line react/no-array-index-key -- one reason for each order
              <p key={order} className={styles.facts}>
                {why}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
