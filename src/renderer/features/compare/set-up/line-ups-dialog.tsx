import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { type LineUp, lineUpLimits } from '../../../../shared/sessions/line-ups'
import { paneLimits } from '../../../../shared/sessions/sessions'
import { errorLine } from '../../../errors/error-text'
import { focusComposer } from '../../../keyboard/focus-targets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { type NewPane, newPanesFrom, storedPanes } from '../../../state/comparisons/new-panes'
import { goneModels, hiddenModels, modelName } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { UndoBar } from '../../../ui/controls/notice-bar'
import { TitleField } from '../../../ui/fields/title-field'
import { paneVariants } from '../panes/identity/pane-name'
import { Dialog } from '../../../ui/overlays/dialog'
import { DialogBody, DialogFoot, Ellipsis, Hint, PlainList, Row, Text } from '../../../ui/layout/layout'
import { TextInput } from '../../../ui/fields/inputs'
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
  const isBlind = () => settings.store.getState().settings.compareBlind
  const canSave = panes.length >= paneLimits.min && name.trim() !== ''
  const save = async () => {
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
    if (lineUp.isBlind !== isBlind()) void settings.change({ compareBlind: lineUp.isBlind })
  }
  return (
    <Dialog title={t('actions.titles.lineUps')} onClose={onClose}>
      <DialogBody>
        {hasOwnPanes && <Button onClick={() => begin(panes)}>{t('compare.lineUps.again')}</Button>}
        {phase === 'ready' && known.length === 0 && (
          <Text as="p" className={styles.lead}>
            {t('compare.lineUps.whatTheyAre')}
          </Text>
        )}
        {phase === 'loading' && (
          <Text as="p" className={styles.lead} role="status">
            {t('compare.lineUps.reading')}
          </Text>
        )}
        <PlainList aria-label={t('actions.titles.lineUps')}>
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
        </PlainList>
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
      </DialogBody>
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
      <DialogFoot as="form" onSubmit={() => void save()}>
        <TextInput
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
      </DialogFoot>
    </Dialog>
  )
}

interface LineUpRowProps {
  lineUp: LineUp
  isFirst: boolean
  /** The panes of the new comparison can replace those of the line-up. */
  canReplace: boolean
  onUse: () => void
  onReplace: () => Promise<boolean>
}

/** A line-up with its models and actions. */
function LineUpRow({ lineUp, isFirst, canReplace, onUse, onReplace }: LineUpRowProps) {
  const { lineUps, models } = useApp()
  const state = useStore(models.store)
  const [isRenaming, setIsRenaming] = useState(false)
  const [isReplaced, setIsReplaced] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const { name, panes } = lineUp
  const variants = paneVariants(panes)
  const gone = new Set(goneModels(state, [...new Set(panes.map(({ model }) => model))]))
  const hidden = hiddenModels(
    state.models,
    panes.map(({ model }) => model),
  )
  const names = (refs: Iterable<string>) =>
    [...refs].map((model) => modelName(state.models, model)).join(', ')
  const contents = panes.map(({ model }, position) => {
    const variant = variants[position] ?? ''
    const shown = modelName(state.models, model)
    return variant === '' ? shown : `${shown} (${variant})`
  })
  return (
    <Row as="li" wrap gap={1} pad={[1, 0]} line="below" className={styles.row}>
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
          <Ellipsis tone="soft" size="s">
            {[...(lineUp.isBlind ? [t('compare.blind.toggle')] : []), ...contents].join(' · ')}
          </Ellipsis>
          {gone.size > 0 && (
            <Hint as="span" tone="bad" className={styles.gone}>
              {t('compare.lineUps.gone', { models: names(gone) })}
            </Hint>
          )}
          {hidden.length > 0 && (
            <Ellipsis tone="soft" size="s">
              {t('compare.lineUps.hidden', { models: names(hidden) })}
            </Ellipsis>
          )}
        </button>
      )}
      <Row as="span" align="stretch" gap={0} grow={false}>
        <Button
          ref={renameButton}
          variant="quiet"
          aria-label={t('compare.lineUps.renameNamed', { name })}
          onClick={() => setIsRenaming(true)}
        >
          {t('actions.titles.rename')}
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
      </Row>
      <Hint as="span" tone="soft" className={styles.said} role="status">
        {isReplaced && t('compare.lineUps.replaced')}
      </Hint>
    </Row>
  )
}
