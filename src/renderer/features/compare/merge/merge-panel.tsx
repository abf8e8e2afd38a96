import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { MergeId, PaneId } from '../../../../shared/ids'
import { type StoredMerge, mergeKinds, type MergeKind, mergeLimits } from '../../../../shared/merges/merges'
import type { Pane } from '../../../../shared/sessions/sessions'
import { errorLine } from '../../../errors/error-text'
import { focusComposer } from '../../../keyboard/focus-targets'
import { isUnhandledEscape, isSubmitKey } from '../../../keyboard/key-presses'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { modelName, writingModel } from '../../../state/models/models'
import { voteOn } from '../../../state/comparisons/votes'
import { Button, CloseButton } from '../../../ui/controls/button'
import { useLeftOutText, useVotableAnswers, type VotableAnswer } from '../answers/use-votable-answers'
import { MergeResult } from './merge-result'
import { Row, Stack, Hint } from '../../../ui/layout/layout'
import type { MergeList } from '../../../state/comparisons/merge-list'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { AnswerButton } from '../answers/answer-tag'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './merge.module.css'

interface MergePanelProps {
  store: ComparisonStore
  panes: readonly Pane[]
  /** Opens the form with this kind; null shows the newest merge. */
  kind: MergeKind | null
  onShowPane: (paneId: PaneId) => void
  onClose: () => void
}

/** Merges of the answers, below the panes, so that sources can be shown in them. */
export function MergePanel({ store, panes, kind, onShowPane, onClose }: MergePanelProps) {
  const app = useApp()
  const merges = app.comparisons.mergesOf(store.comparisonId)
  const { merges: known, error: refusal, loadError } = useStore(merges.store)
  const error = refusal ?? loadError
  const answers = useVotableAnswers(store, panes)
  const leftOut = useLeftOutText(store, panes)
  const bestPaneId = useBest(store, answers)
  /** Null while the form for another merge is open; absent shows the newest. */
  const [chosen, setChosen] = useState<MergeId | null | undefined>(kind === null ? undefined : null)
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
        {shown === undefined && known !== null && answers.length === 0 && (
          <p>{leftOut ?? t('compare.merge.notYet')}</p>
        )}
        {shown === undefined && known !== null && answers.length > 0 && (
          <MergeForm
            merges={merges}
            answers={answers}
            bestPaneId={bestPaneId}
            last={known[0]}
            kind={kind}
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

interface MergeFormProps {
  merges: MergeList
  answers: readonly VotableAnswer[]
  /** The pane of the answer that was voted best. */
  bestPaneId: PaneId | null
  /** The newest merge, whose choices are the defaults. */
  last: StoredMerge | undefined
  /** Instead of the kind of the newest merge. */
  kind: MergeKind | null
  onStarted: (merge: StoredMerge) => void
}

/** Chooses the answers to merge, the method and the model. */
function MergeForm({ merges, answers, bestPaneId, last, kind: wanted, onStarted }: MergeFormProps) {
  const app = useApp()
  const models = useStore(app.models.store)
  const defaultModel = useStore(app.settings.store, (state) => state.settings.defaultModel)
  const isStarting = useStore(merges.store, (state) => state.isStarting)
  const [kind, setKind] = useState<MergeKind>(wanted ?? last?.kind ?? 'best')
  const [chosenModel, setModel] = useState<string | null>(null)
  const [left, setLeft] = useState<ReadonlySet<PaneId>>(new Set())
  const [base, setBase] = useState<PaneId | null>(bestPaneId)
  const [instructions, setInstructions] = useState('')
  const model = chosenModel ?? writingModel(models, [last?.model, defaultModel])
  const chosen = answers.filter(({ pane }) => !left.has(pane.paneId))
  const improved = chosen.find(({ pane }) => pane.paneId === base) ?? chosen[0]
  const toggle = (paneId: PaneId) => {
    const next = new Set(left)
    if (!next.delete(paneId)) next.add(paneId)
    if (answers.length - next.size >= mergeLimits.minSources) setLeft(next)
  }
  const canStart = model !== null && !isStarting && (kind !== 'custom' || instructions.trim() !== '')
  const start = async () => {
    if (!canStart) return
    const paneIds = chosen.map(({ pane }) => pane.paneId)
    const first = kind === 'improve' && improved !== undefined ? [improved.pane.paneId] : []
    const merge = await merges.start({
      paneIds: [...first, ...paneIds.filter((paneId) => !first.includes(paneId))],
      model,
      kind,
      ...(instructions.trim() === '' ? {} : { instructions }),
    })
    if (merge !== null) onStarted(merge)
  }
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <Row className={styles.row}>
        <select
          className={textFieldStyles.textField}
          aria-label={t('compare.merge.kind')}
          value={kind}
          onChange={(event) => setKind(event.target.value as MergeKind)}
        >
          {mergeKinds.map((one) => (
            <option key={one} value={one}>
              {t(`compare.merge.kinds.${one}`)}
            </option>
          ))}
        </select>
        <Row as="span" className={styles.group} role="group" aria-label={t('compare.merge.answers')}>
          {answers.map(({ pane, letter, color }) => (
            <AnswerButton
              key={pane.paneId}
              letter={letter}
              color={color}
              label={t('common.answerNamed', { letter })}
              isPressed={!left.has(pane.paneId)}
              onPress={() => toggle(pane.paneId)}
            />
          ))}
        </Row>
        <Hint as="span" tone="soft">
          {t('compare.merge.with')}
        </Hint>
        <AppModelPicker value={model} label={t('compare.merge.model')} onChange={setModel} />
      </Row>
      {kind === 'improve' && (
        <Row className={styles.row} role="group" aria-label={t('compare.merge.improved')}>
          <Hint as="span" tone="soft">
            {t('compare.merge.improved')}
          </Hint>
          {chosen.map(({ pane, letter, color }) => (
            <AnswerButton
              key={pane.paneId}
              letter={letter}
              color={color}
              label={t('compare.merge.improve', { letter })}
              isPressed={pane === improved?.pane}
              onPress={() => setBase(pane.paneId)}
            />
          ))}
        </Row>
      )}
      <Row className={styles.row}>
        <textarea
          dir="auto"
          className={textFieldStyles.textField}
          rows={2}
          maxLength={mergeLimits.instructionChars}
          aria-label={t('common.instructions')}
          placeholder={t(
            kind === 'custom' ? 'compare.merge.instructionsNeeded' : 'compare.merge.instructionsHint',
          )}
          value={instructions}
          onChange={(event) => setInstructions(event.target.value)}
          onKeyDown={(event) => {
            if (!isSubmitKey(event.nativeEvent)) return
            event.preventDefault()
            void start()
          }}
        />
        <Button type="submit" variant="primary" aria-disabled={!canStart}>
          {t(isStarting ? 'compare.merge.starting' : 'common.merge')}
        </Button>
      </Row>
    </Stack>
  )
}
