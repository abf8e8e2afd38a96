import { useEffect, useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { type LineUp, lineUpLimits } from '../../../../shared/sessions/line-ups'
import { paneLimits } from '../../../../shared/sessions/sessions'
import { errorLine } from '../../../errors/error-text'
import { focusComposer } from '../../../keyboard/focus-targets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { newPanesFrom, type NewPane, storedPanes } from '../../../state/comparisons/new-panes'
import { Button } from '../../../ui/controls/button'
import { UndoBar } from '../../../ui/controls/undo-bar'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { Dialog } from '../../../ui/overlays/dialog'
import { LineUpRow } from './line-up-row'
import styles from './set-up.module.css'

interface LineUpsDialogProps {
  panes: readonly NewPane[]
  /** The panes are those of a stored comparison: choosing a line-up, or them, begins a new one. */
  hasOwnPanes?: boolean
  onChange: (panes: readonly NewPane[]) => void
  onClose: () => void
}

/** Lists the line-ups to use, rename, replace and remove, and saves the panes as a new one. */
export function LineUpsDialog({ panes, hasOwnPanes = false, onChange, onClose }: LineUpsDialogProps) {
  const { lineUps, settings } = useApp()
  const { phase, lineUps: known, error, removed } = useStore(lineUps.store)
  const [name, setName] = useState('')
  useEffect(() => {
    void lineUps.load()
    return () => {
      lineUps.forgetRemoved()
      lineUps.dismissError()
    }
  }, [lineUps])
  const isBlind = () => settings.getState().settings.compareBlind
  const canSave = panes.length >= paneLimits.min && name.trim() !== ''
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canSave) return
    if (await lineUps.save({ name, panes: storedPanes(panes), isBlind: isBlind() })) setName('')
  }
  const begin = (chosen: readonly NewPane[]) => {
    onChange(chosen)
    flushSync(onClose)
    focusComposer()
  }
  const use = (lineUp: LineUp) => {
    begin(newPanesFrom(lineUp.panes))
    if (lineUp.isBlind !== isBlind()) void settings.getState().change({ compareBlind: lineUp.isBlind })
  }
  return (
    <Dialog title={t('compare.lineUps.title')} onClose={onClose}>
      <div className={styles.body}>
        {hasOwnPanes && <Button onClick={() => begin(panes)}>{t('compare.lineUps.again')}</Button>}
        {phase === 'ready' && known.length === 0 && (
          <p className={styles.lead}>{t('compare.lineUps.whatTheyAre')}</p>
        )}
        {phase === 'loading' && (
          <p className={styles.lead} role="status">
            {t('compare.lineUps.reading')}
          </p>
        )}
        <ul className={styles.list} aria-label={t('compare.lineUps.title')}>
          {known.map((lineUp, index) => (
            <LineUpRow
              key={lineUp.id}
              lineUp={lineUp}
              isFirst={index === 0}
              canReplace={panes.length >= paneLimits.min}
              onUse={() => use(lineUp)}
              onReplace={() =>
                lineUps.save({
                  id: lineUp.id,
                  name: lineUp.name,
                  panes: storedPanes(panes),
                  isBlind: isBlind(),
                })
              }
            />
          ))}
        </ul>
        {error !== null && (
          <p className={styles.error} role="alert">
            {errorLine(error)}{' '}
            {phase === 'failed' && (
              <Button variant="link" onClick={() => void lineUps.load()}>
                {t('common.tryAgain')}
              </Button>
            )}
          </p>
        )}
      </div>
      {removed !== null && (
        <div key={removed.id} className={styles.undo}>
          <UndoBar
            text={t('compare.lineUps.removed', { name: removed.name })}
            onUndo={(button) => {
              // The button disappears; focus the field for a name.
              button.closest('dialog')?.querySelector('input')?.focus()
              void lineUps.undoRemove()
            }}
            onGone={() => lineUps.forgetRemoved()}
          />
        </div>
      )}
      <form className={styles.foot} onSubmit={(event) => void save(event)}>
        <input
          className={textFieldStyles.textField}
          data-slot="text-field"
          {...(known.length === 0 ? { 'data-first-focus': '' } : {})}
          aria-label={t('compare.lineUps.name')}
          placeholder={t('compare.lineUps.nameHint')}
          maxLength={lineUpLimits.nameChars}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="primary" aria-disabled={!canSave}>
          {t('compare.lineUps.save', { count: panes.length })}
        </Button>
      </form>
    </Dialog>
  )
}
