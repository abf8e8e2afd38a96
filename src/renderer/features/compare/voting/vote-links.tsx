import { type ReactNode, useState } from 'react'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { DifferencesDialog } from '../differences/differences-dialog'
import { useRowJudge } from '../differences/judging/use-row-judge'
import type { VotableAnswer } from '../answers/use-votable-answers'
import styles from './vote-bar.module.css'

/** What helps to decide: the differences between the answers, and the ranking so far. */
export function VoteLinks({
  answers,
  children,
}: {
  answers: readonly VotableAnswer[]
  children?: ReactNode
}) {
  const app = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const judge = useRowJudge()
  // A failure shows when the dialog asks for the differences.
  const prepare = () => void app.environment.api.invoke('differences.prepare', {}).catch(() => undefined)
  return (
    <span className={styles.end}>
      {children}
      <Button
        variant="link"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
      >
        {t('compare.differences.title')}
      </Button>
      <Button variant="link" aria-haspopup="dialog" onClick={() => app.setRankingOpen(true)}>
        {t('actions.titles.ranking')}
      </Button>
      {isOpen && <DifferencesDialog answers={answers} judge={judge} onClose={() => setIsOpen(false)} />}
    </span>
  )
}
