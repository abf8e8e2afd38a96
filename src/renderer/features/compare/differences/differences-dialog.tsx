import { useState } from 'react'

import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { Dialog } from '../../../ui/overlays/dialog'
import { AnswerButton } from '../answers/answer-button'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { GridView } from './grid-view'
import { PairView } from './pair-view'
import { useDifferences } from './use-differences'
import styles from './differences.module.css'

interface DifferencesDialogProps {
  answers: readonly VotableAnswer[]
  onClose: () => void
}

/** What differs between the answers, found without a model. */
export function DifferencesDialog({ answers, onClose }: DifferencesDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(answers.map(({ letter }) => letter)))
  const compared = answers.filter(({ letter }) => chosen.has(letter))
  const { found, error } = useDifferences(compared.map(({ answerId }) => answerId))
  const toggle = (letter: string) => {
    const next = new Set(chosen)
    if (!next.delete(letter)) next.add(letter)
    // Two at least, or there is nothing to compare.
    if (next.size >= 2) setChosen(next)
  }
  return (
    <Dialog title={t('compare.differences.title')} width="large" onClose={onClose}>
      {answers.length > 2 && (
        <div className={styles.choice} role="group" aria-label={t('compare.differences.which')}>
          {answers.map(({ letter, color }) => (
            <AnswerButton
              key={letter}
              letter={letter}
              color={color}
              label={t('compare.vote.answer', { letter })}
              isPressed={chosen.has(letter)}
              onPress={() => toggle(letter)}
            />
          ))}
        </div>
      )}
      <div className={styles.scroll} role="region" aria-label={t('compare.differences.result')} tabIndex={0}>
        {found === null && error === null && <p role="status">{t('compare.differences.finding')}</p>}
        {error !== null && <p role="alert">{errorLine(error)}</p>}
        {found !== null && (
          <>
            {found.differences.isCut && <p className={styles.note}>{t('compare.differences.isCut')}</p>}
            {found.differences.kind === 'pair' ? (
              <PairView differences={found.differences} texts={found.texts} answers={compared} />
            ) : (
              <GridView differences={found.differences} texts={found.texts} answers={compared} />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
