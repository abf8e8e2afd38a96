import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { LineUp } from '../../../../shared/sessions/line-ups'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { goneModels, modelName } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { TitleField } from '../../../ui/fields/title-field'
import { paneVariants } from '../panes/identity/pane-variant'
import styles from './set-up.module.css'

interface LineUpRowProps {
  lineUp: LineUp
  isFirst: boolean
  /** The panes of the new comparison can replace those of the line-up. */
  canReplace: boolean
  onUse: () => void
  onReplace: () => Promise<boolean>
}

/** A line-up with its models and actions. */
export function LineUpRow({ lineUp, isFirst, canReplace, onUse, onReplace }: LineUpRowProps) {
  const { lineUps, models } = useApp()
  const state = useStore(models)
  const [isRenaming, setIsRenaming] = useState(false)
  const [isReplaced, setIsReplaced] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const { name, panes } = lineUp
  const variants = paneVariants(panes)
  const gone = new Set(goneModels(state, [...new Set(panes.map(({ model }) => model))]))
  const contents = panes.map(({ model }, position) => {
    const variant = variants[position] ?? ''
    const shown = modelName(state.models, model)
    return variant === '' ? shown : `${shown} (${variant})`
  })
  return (
    <li className={styles.row}>
      {isRenaming ? (
        <TitleField
          title={name}
          label={t('compare.lineUps.name')}
          onRename={(renamed) => void lineUps.rename(lineUp.id, renamed)}
          onDone={(isByKey) => {
            setIsRenaming(false)
            if (isByKey) requestAnimationFrame(() => renameButton.current?.focus())
          }}
        />
      ) : (
        <button
          type="button"
          className={styles.use}
          {...(isFirst ? { 'data-first-focus': '' } : {})}
          aria-label={t('compare.lineUps.use', { name })}
          onClick={onUse}
        >
          <span className={styles.name}>{name}</span>
          <span className={styles.contents}>
            {[...(lineUp.isBlind ? [t('compare.blind.toggle')] : []), ...contents].join(' · ')}
          </span>
          {gone.size > 0 && (
            <span className={styles.gone}>
              {t('compare.lineUps.gone', {
                models: [...gone].map((model) => modelName(state.models, model)).join(', '),
              })}
            </span>
          )}
        </button>
      )}
      <span className={styles.rowButtons}>
        <Button
          ref={renameButton}
          variant="quiet"
          aria-label={t('compare.lineUps.renameNamed', { name })}
          onClick={() => setIsRenaming(true)}
        >
          {t('compare.lineUps.rename')}
        </Button>
        <Button
          variant="quiet"
          aria-label={t('compare.lineUps.replaceNamed', { name })}
          title={t('compare.lineUps.replaceNamed', { name })}
          aria-disabled={!canReplace}
          onClick={() => {
            if (canReplace) void onReplace().then((isSaved) => setIsReplaced(isSaved))
          }}
        >
          {t('compare.lineUps.replace')}
        </Button>
        <Button
          variant="quiet"
          aria-label={t('compare.lineUps.removeNamed', { name })}
          onClick={({ currentTarget }) => {
            // The row disappears; focus the field for a name.
            currentTarget.closest('dialog')?.querySelector<HTMLElement>('form input')?.focus()
            void lineUps.remove(lineUp)
          }}
        >
          {t('common.remove')}
        </Button>
      </span>
      <span className={styles.said} role="status">
        {isReplaced && t('compare.lineUps.replaced')}
      </span>
    </li>
  )
}
