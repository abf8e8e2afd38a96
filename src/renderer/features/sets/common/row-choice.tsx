import { useState } from 'react'

import { paneLimits } from '../../../../shared/sessions/sessions'
import type { SetRun } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import styles from './row-choice.module.css'

interface RowChoiceProps {
  run: SetRun
  /** Called with the indexes of the chosen models. */
  onChosen: (models: number[]) => void
  onClose: () => void
}

/** Asks which answers of a row to open, because a comparison shows at most eight. */
export function RowChoice({ run: { models }, onChosen, onClose }: RowChoiceProps) {
  const { min, max } = paneLimits
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(models.keys().take(max)))
  const isFull = chosen.size >= max
  const mayOpen = chosen.size >= min
  const toggle = (model: number) => {
    const next = new Set(chosen)
    if (!next.delete(model)) next.add(model)
    if (next.size <= max) setChosen(next)
  }
  return (
    <Dialog title={t('sets.rowChoice.title')} width="narrow" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (mayOpen) onChosen([...chosen].toSorted((one, other) => one - other))
        }}
      >
        <p className={styles.lead}>{t('sets.rowChoice.lead', { max })}</p>
        <ul className={styles.models}>
          {models.map(({ key }, model) => (
            // oxlint-disable-next-line react/no-array-index-key -- a model may be in the line-up twice
            <li key={model}>
              <label className={styles.model}>
                <input
                  type="checkbox"
                  checked={chosen.has(model)}
                  disabled={isFull && !chosen.has(model)}
                  onChange={() => toggle(model)}
                />
                {key}
              </label>
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <span role="status">{t('sets.rowChoice.chosen', { chosen: chosen.size, max })}</span>
          <Button type="submit" variant="primary" aria-disabled={!mayOpen}>
            {t('sets.openRow')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
