import { useEffect } from 'react'
import { useStore } from 'zustand'

import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { type NewPane, newPanesFrom } from '../../../state/comparisons/new-panes'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './contestants.module.css'

/** Replaces the models of a run with those of a saved line-up. Shows nothing while there is none. */
export function LineUpSelect({ onChoose }: { onChoose: (contestants: readonly NewPane[]) => void }) {
  const { lineUps } = useApp()
  const { lineUps: known, error } = useStore(lineUps.store)
  useEffect(() => {
    void lineUps.load()
    return () => lineUps.dismissError()
  }, [lineUps])
  if (error !== null) {
    return (
      <span className={styles.gone} role="alert">
        {errorLine(error)}
      </span>
    )
  }
  if (known.length === 0) return null
  return (
    <select
      className={textFieldStyles.textField}
      aria-label={t('sets.lineUp')}
      value=""
      onChange={(event) => {
        const lineUp = known.find(({ id }) => id === event.target.value)
        if (lineUp !== undefined) onChoose(newPanesFrom(lineUp.panes))
      }}
    >
      <option value="">{t('sets.lineUp')}</option>
      {known.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
