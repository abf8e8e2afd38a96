import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { MergeId, PaneId } from '../../../../shared/ids'
import type { StoredMerge } from '../../../../shared/merges/merges'
import type { Pane } from '../../../../shared/sessions/sessions'
import { errorLine } from '../../../errors/error-text'
import { focusComposer } from '../../../keyboard/focus-targets'
import { isUnhandledEscape } from '../../../keyboard/unhandled-escape'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { modelName } from '../../../state/models/models'
import { voteOn } from '../../../state/votes/votes'
import { Button, CloseButton } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { useVotableAnswers, type VotableAnswer } from '../answers/use-votable-answers'
import { MergeForm } from './merge-form'
import { MergeResult } from './merge-result'
import { Row, Stack } from '../../../ui/layout/layout'
import styles from './merge.module.css'

interface MergePanelProps {
  store: ComparisonStore
  panes: readonly Pane[]
  onShowPane: (paneId: PaneId) => void
  onClose: () => void
}

/** Merges of the answers, below the panes, so that sources can be shown in them. */
export function MergePanel({ store, panes, onShowPane, onClose }: MergePanelProps) {
  const app = useApp()
  const merges = app.comparisons.mergesOf(store.comparisonId)
  const { merges: known, error: refusal, loadError } = useStore(merges.store)
  const error = refusal ?? loadError
  const answers = useVotableAnswers(store, panes)
  const bestPaneId = useBest(store, answers)
  /** Null while the form for another merge is open; absent shows the newest. */
  const [chosen, setChosen] = useState<MergeId | null | undefined>(undefined)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    void merges.load()
    panel.current?.focus()
  }, [merges])
  const shown = chosen === null ? undefined : (known?.find(({ mergeId }) => mergeId === chosen) ?? known?.[0])
  const close = () => {
    onClose()
    focusComposer()
  }
  return (
    <Stack
      as="section"
      gap={0}
      grow={false}
      line="above"
      ref={panel}
      className={styles.panel}
      data-slot="merge-panel"
      aria-label={t('compare.merge.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (!isUnhandledEscape(event)) return
        event.preventDefault()
        close()
      }}
    >
      <Row as="header" grow={false} pad={[1.5, 4]} className={styles.head}>
        <h2>{t('compare.merge.title')}</h2>
        {known !== null && known.length > 0 && (
          <>
            <MergeChoice merges={known} shown={shown} onChoose={setChosen} />
            {shown !== undefined && (
              <Button variant="link" onClick={() => setChosen(null)}>
                {t('compare.merge.another')}
              </Button>
            )}
          </>
        )}
        <CloseButton className={styles.close} label={t('common.close')} onClick={close} />
      </Row>
      <div className={styles.body}>
        {error !== null && (
          <p className={styles.error} role="alert">
            {errorLine(error)}
          </p>
        )}
        {shown === undefined && known !== null && answers.length === 0 && <p>{t('compare.merge.notYet')}</p>}
        {shown === undefined && known !== null && answers.length > 0 && (
          <MergeForm
            merges={merges}
            answers={answers}
            bestPaneId={bestPaneId}
            last={known[0]}
            onStarted={({ mergeId }) => setChosen(mergeId)}
          />
        )}
        {shown !== undefined && (
          <MergeResult
            key={shown.mergeId}
            store={store}
            merges={merges}
            merge={shown}
            panes={panes}
            onShowPane={onShowPane}
          />
        )}
      </div>
    </Stack>
  )
}

interface MergeChoiceProps {
  merges: readonly StoredMerge[]
  shown: StoredMerge | undefined
  onChoose: (mergeId: MergeId | null) => void
}

/** Selects the merge that is shown. */
function MergeChoice({ merges, shown, onChoose }: MergeChoiceProps) {
  const { models } = useStore(useApp().models.store)
  return (
    <select
      className={textFieldStyles.textField}
      aria-label={t('compare.merge.which')}
      value={shown?.mergeId ?? ''}
      onChange={(event) => onChoose(event.target.value === '' ? null : (event.target.value as MergeId))}
    >
      {merges.map(({ mergeId, kind, model }, index) => (
        <option key={mergeId} value={mergeId}>
          {t('compare.merge.entry', {
            number: merges.length - index,
            kind: t(`compare.merge.kinds.${kind}`),
            model: modelName(models, model),
          })}
        </option>
      ))}
      {shown === undefined && <option value="">{t('compare.merge.new')}</option>}
    </select>
  )
}

/** The pane whose answer was voted best. */
function useBest(store: ComparisonStore, answers: readonly VotableAnswer[]): PaneId | null {
  const { votes } = useApp()
  const known = useStore(votes.store, (state) => state.votes.get(store.comparisonId))
  const vote = voteOn(
    known ?? [],
    answers.map(({ answerId }) => answerId),
  )
  if (vote === null || (vote.result !== 'best' && vote.result !== 'order')) return null
  return vote.shown[vote.chosen[0] ?? -1]?.paneId ?? null
}
