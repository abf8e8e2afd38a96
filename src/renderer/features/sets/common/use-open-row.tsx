import { type ReactNode, useState } from 'react'

import { paneLimits } from '../../../../shared/sessions/sessions'
import type { BallotPlace } from '../../../../shared/sets/ballots'
import type { SetRun } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { View } from '../../../state/navigation/navigation'
import { Button } from '../../../ui/controls/button'
import { Checkbox } from '../../../ui/fields/checkbox'
import { Dialog } from '../../../ui/overlays/dialog'
import type { ErrorData } from '../../../../shared/errors'
import { useAttempt } from '../../../state/app/use-attempt'
import { useModelNames } from './set-words'
import { DialogBody, Hint, Row } from '../../../ui/layout/layout'
import styles from './row-choice.module.css'

interface OpenRow {
  problem: ErrorData | null
  /** Opens the answers of a row, after asking which ones if there are more than a comparison shows. */
  open: (place: BallotPlace, options?: { onlyKnown?: boolean }) => void
  /** The question which answers to open, while it is asked. */
  choice: ReactNode
}

/** Opens the answers of a row of the run as a comparison. */
export function useOpenRow(run: SetRun | null): OpenRow {
  const { environment, comparisons, openMade } = useApp()
  const { refusal, attempt } = useAttempt()
  const [choosing, setChoosing] = useState<(BallotPlace & { onlyKnown: boolean }) | null>(null)
  const create = async (input: BallotPlace & { onlyKnown: boolean; models?: number[] }): Promise<View> => {
    const { comparison } = await environment.api.invoke('sets.openComparison', input)
    comparisons.of(comparison.id, comparison)
    return { kind: 'compare', comparisonId: comparison.id }
  }
  const show = (input: Parameters<typeof create>[0]) => void attempt(() => openMade(create(input)))
  const needsChoice = (run?.models.length ?? 0) > paneLimits.max
  return {
    problem: refusal,
    open: (place, { onlyKnown = false } = {}) =>
      needsChoice ? setChoosing({ ...place, onlyKnown }) : show({ ...place, onlyKnown }),
    choice:
      run === null || choosing === null ? null : (
        <RowChoice
          run={run}
          onClose={() => setChoosing(null)}
          onChosen={(models) => {
            setChoosing(null)
            show({ ...choosing, models })
          }}
        />
      ),
  }
}

/** True if a row of the run has answers to compare: of several models, or of its only model in several repeats. */
export function canCompare({ models, repeats }: SetRun): boolean {
  return models.length > 1 || repeats >= paneLimits.min
}

interface RowChoiceProps {
  run: SetRun
  /** Called with the indexes of the chosen models. */
  onChosen: (models: number[]) => void
  onClose: () => void
}

/** Asks which answers of a row to open, because a comparison shows at most eight. */
function RowChoice({ run: { models }, onChosen, onClose }: RowChoiceProps) {
  const { min, max } = paneLimits
  const names = useModelNames(models)
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
      <DialogBody
        as="form"
        gap={4}
        onSubmit={() => {
          if (mayOpen) onChosen([...chosen].toSorted((one, other) => one - other))
        }}
      >
        <Hint tone="soft">{t('sets.rowChoice.lead', { max })}</Hint>
        <ul className={styles.models}>
          {names.map((name, model) => (
            // oxlint-disable-next-line react/no-array-index-key -- a model may be in the line-up twice
            <li key={model}>
              <Checkbox
                className={styles.model}
                isChecked={chosen.has(model)}
                disabled={isFull && !chosen.has(model)}
                onChange={() => toggle(model)}
              >
                {name}
              </Checkbox>
            </li>
          ))}
        </ul>
        <Row justify="between" gap={3} tone="soft" size="s">
          <span role="status">{t('sets.rowChoice.chosen', { chosen: chosen.size, max })}</span>
          <Button type="submit" variant="primary" aria-disabled={!mayOpen}>
            {t('sets.openRow')}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}
