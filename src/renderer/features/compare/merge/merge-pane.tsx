import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { MergeId, PaneId } from '../../../../shared/ids'
import { type StoredMerge, mergeKinds, type MergeKind, mergeLimits } from '../../../../shared/merges/merges'
import type { Pane } from '../../../../shared/sessions/sessions'
import { Problem } from '../../../ui/text/problem'
import { focusComposer } from '../../../keyboard/focus-targets'
import { isUnhandledEscape, isSubmitKey } from '../../../keyboard/key-presses'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { modelName, writingModel } from '../../../state/models/models'
import { voteOn } from '../../../state/comparisons/votes'
import { Button, CloseButton } from '../../../ui/controls/button'
import { useLeftOutText, useVotableAnswers, type VotableAnswer } from '../answers/use-votable-answers'
import { MergeResult, MergeSummary } from './merge-result'
import { classNames } from '../../../ui/class-names'
import { Ellipsis, Row, Stack, Hint } from '../../../ui/layout/layout'
import type { MergeList } from '../../../state/comparisons/merge-list'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { AnswerButton } from '../answers/answer-tag'
import { TextArea } from '../../../ui/fields/inputs'
import { Select } from '../../../ui/fields/select'
import compareStyles from '../compare.module.css'
import styles from './merge.module.css'

/** Of the pane with the merges, which are named M1, M2 and so on. */
export const mergeTag = { letter: 'M', color: 'var(--ink-2)' }

interface MergePaneProps {
  store: ComparisonStore
  panes: readonly Pane[]
  /** Opens the form with this kind; null shows the newest merge. */
  kind: MergeKind | null
  onShowPane: (paneId: PaneId) => void
  onClose: () => void
}

/** Merges of the answers, in a pane beside them, so that sources can be shown in them. */
export function MergePane({ store, panes, kind, onShowPane, onClose }: MergePaneProps) {
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
      ref={panel}
      className={classNames(compareStyles.pane, styles.panel)}
      style={{ '--pane-color': mergeTag.color } as CSSProperties}
      data-slot="merge-pane"
      aria-label={t('compare.merge.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (!isUnhandledEscape(event)) return
        event.preventDefault()
        close()
      }}
    >
      <Row
        as="header"
        grow={false}
        className={classNames(compareStyles.paneHead, styles.head)}
        data-slot="pane-head"
      >
        <span className={compareStyles.paneTag} aria-hidden="true">
          {mergeTag.letter}
        </span>
        <Ellipsis as="h2" grow>
          {t('compare.merge.title')}
        </Ellipsis>
        {shown !== undefined && (
          <Button variant="link" onClick={() => setChosen(null)}>
            {t('compare.merge.another')}
          </Button>
        )}
        <CloseButton label={t('common.close')} onClick={close} />
      </Row>
      <Hint as="div" size="xs" tone="soft" line="below" grow={false} className={compareStyles.paneFigures}>
        {shown !== undefined && <MergeSummary conversation={merges.conversationOf(shown)} />}
      </Hint>
      <div className={styles.body} data-slot="merge-body">
        {known !== null && known.length > 0 && (
          <MergeChoice merges={known} shown={shown} onChoose={setChosen} />
        )}
        <Problem className={styles.error} error={error} />
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
    <Select
      className={styles.which}
      aria-label={t('compare.merge.which')}
      value={shown?.mergeId ?? null}
      options={[
        ...merges.map(({ mergeId, kind, model }, index) => {
          const number = merges.length - index
          const names = { kind: t(`compare.merge.kinds.${kind}`), model: modelName(models, model) }
          return [mergeId, t('compare.merge.entry', { number, ...names })] as const
        }),
        ...(shown === undefined ? [[null, t('compare.merge.new')] as const] : []),
      ]}
      onChange={onChoose}
    />
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
    <Stack as="form" onSubmit={() => void start()}>
      <Row className={styles.row}>
        <Select
          aria-label={t('compare.merge.kind')}
          value={kind}
          options={mergeKinds.map((one) => [one, t(`compare.merge.kinds.${one}`)])}
          onChange={setKind}
        />
        <Row as="span" className={styles.group} role="group" aria-label={t('compare.merge.answers')}>
          {answers.map((answer) => (
            <AnswerButton
              key={answer.pane.paneId}
              answer={answer}
              label={t('common.answerNamed', { letter: answer.letter })}
              isPressed={!left.has(answer.pane.paneId)}
              onPress={() => toggle(answer.pane.paneId)}
            />
          ))}
        </Row>
        <Row as="span">
          <Hint as="span" tone="soft">
            {t('compare.merge.with')}
          </Hint>
          <AppModelPicker value={model} label={t('compare.merge.model')} onChange={setModel} />
        </Row>
      </Row>
      {kind === 'improve' && (
        <Row className={styles.row} role="group" aria-label={t('compare.merge.improved')}>
          <Hint as="span" tone="soft">
            {t('compare.merge.improved')}
          </Hint>
          {chosen.map((answer) => (
            <AnswerButton
              key={answer.pane.paneId}
              answer={answer}
              label={t('compare.merge.improve', { letter: answer.letter })}
              isPressed={answer.pane === improved?.pane}
              onPress={() => setBase(answer.pane.paneId)}
            />
          ))}
        </Row>
      )}
      <Row className={styles.row}>
        <TextArea
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
