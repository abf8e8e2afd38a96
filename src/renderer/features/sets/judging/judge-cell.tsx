import type { JudgeCount } from '../../../../shared/sets/judging'
import type { LineUpModel } from '../../../../shared/sets/sets'
import { leaderText, undecidedText } from './judge-words'
import styles from '../common/sets.module.css'

/** What a judge says about the answers to one prompt, or to all. */
export function JudgeCell({
  count,
  models,
}: {
  count: JudgeCount | undefined
  models: readonly LineUpModel[]
}) {
  if (count === undefined || (count.pairs === 0 && count.unreadable === 0)) {
    return <span className={styles.facts}>–</span>
  }
  const [leader, undecided] = [leaderText(count, models), undecidedText(count)]
  return (
    <span className={styles.figures}>
      <span className={styles.line} title={leader}>
        {leader}
      </span>
      <span className={styles.facts} title={undecided}>
        {undecided}
      </span>
    </span>
  )
}
