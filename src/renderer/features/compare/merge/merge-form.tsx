import { useState } from 'react'
import { useStore } from 'zustand'

import type { PaneId } from '../../../../shared/ids'
import { mergeKinds, type MergeKind, mergeLimits, type StoredMerge } from '../../../../shared/merges/merges'
import { isSubmitKey } from '../../../keyboard/send-key'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { MergeList } from '../../../state/comparisons/merge-list'
import { writingModel } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { AnswerButton } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { Hint, Row, Stack } from '../../../ui/layout/layout'
import styles from './merge.module.css'

interface MergeFormProps {
  merges: MergeList
  answers: readonly VotableAnswer[]
  /** The pane of the answer that was voted best. */
  bestPaneId: PaneId | null
  /** The newest merge, whose choices are the defaults. */
  last: StoredMerge | undefined
  onStarted: (merge: StoredMerge) => void
}

/** Chooses the answers to merge, the method and the model. */
export function MergeForm({ merges, answers, bestPaneId, last, onStarted }: MergeFormProps) {
  const app = useApp()
  const models = useStore(app.models.store)
  const defaultModel = useStore(app.settings.store, (state) => state.settings.defaultModel)
  const isStarting = useStore(merges.store, (state) => state.isStarting)
  const [kind, setKind] = useState<MergeKind>(last?.kind ?? 'best')
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
