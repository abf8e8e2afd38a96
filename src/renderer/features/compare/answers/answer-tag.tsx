import type { VotableAnswer } from './use-votable-answers'
import compareStyles from '../compare.module.css'

/** The letter of an answer in its colour. */
export function AnswerTag({
  answer: { letter, color },
}: {
  answer: Pick<VotableAnswer, 'letter' | 'color'>
}) {
  return (
    <span className={compareStyles.paneTag} data-slot="pane-tag" style={{ background: color }}>
      {letter}
    </span>
  )
}
