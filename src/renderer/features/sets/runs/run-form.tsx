import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import type { SetRunId } from '../../../../shared/ids'
import type { PromptSet, SetEstimate, SetRun } from '../../../../shared/sets/sets'
import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'
import { formatCost } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { CostLimitField } from './cost-limit-field'
import { focusNow } from '../focus-now'
import styles from '../sets.module.css'

interface RunFormProps {
  set: PromptSet
  /** Whose models are offered again. */
  lastRun: SetRun | null
  onCancel: () => void
  onStarted: (runId: SetRunId) => void
}

interface ChosenModel {
  model: string
  params?: SetRun['models'][number]['params']
  systemPrompt?: string
}

/** Chooses the models and limits of a run, and says what it will cost. */
export function RunForm({ set, lastRun, onCancel, onStarted }: RunFormProps) {
  const { environment, settings } = useApp()
  const { api } = environment
  const { compareModels } = useStore(settings).settings
  const id = useId()
  const [models, setModels] = useState<readonly ChosenModel[]>(() =>
    lastRun === null ? compareModels.map((model) => ({ model })) : lastRun.models.map(chosenAgain),
  )
  const [repeats, setRepeats] = useState(lastRun?.repeats ?? 1)
  const [atOnce, setAtOnce] = useState(lastRun?.atOnce ?? 4)
  const [limit, setLimit] = useState(lastRun?.costLimitUsd?.toString() ?? '')
  const [estimate, setEstimate] = useState<SetEstimate | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  useEffect(() => {
    if (models.length === 0) return undefined
    let isOver = false
    const ask = async () => {
      try {
        const asked = await api.invoke('sets.estimate', { setId: set.id, models: [...models], repeats })
        if (isOver) return
        setEstimate(asked)
        setProblem(null)
      } catch (error) {
        if (isOver) return
        setEstimate(null)
        setProblem(errorLine(errorDataOf(error)))
      }
    }
    void ask()
    return () => {
      isOver = true
    }
  }, [api, set.id, models, repeats])
  const start = () => {
    setStarting(true)
    setProblem(null)
    const costLimitUsd = limit === '' ? null : Number(limit)
    const handle = api.open(
      'sets.run',
      { setId: set.id, models: [...models], repeats, atOnce, costLimitUsd },
      {
        onEvents: (events) => {
          const [first] = events
          if (first?.type !== 'run') return
          // The run continues without this stream.
          handle.close()
          onStarted(first.run.id)
        },
        onEnd: ({ error }) => {
          setStarting(false)
          if (error !== undefined) setProblem(errorLine(error))
        },
      },
    )
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <div className={styles.scroll}>
        <h3 className={styles.label}>{t('sets.models')}</h3>
        <ul className={styles.list}>
          {models.map((model, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a model may be chosen twice
            <li key={index} className={styles.item}>
              <span className={styles.itemName}>{model.model}</span>
              <Button
                variant="quiet"
                aria-label={t('sets.removeModel', { name: model.model })}
                onClick={() => setModels(models.filter((_, place) => place !== index))}
              >
                {t('common.remove')}
              </Button>
            </li>
          ))}
        </ul>
        <AppModelPicker
          value={null}
          label={t('sets.addModel')}
          variant="plain"
          align="start"
          onChange={(model) => setModels([...models, { model }])}
        />
        <div className={styles.numbers}>
          <label htmlFor={`${id}-repeats`}>{t('sets.repeats')}</label>
          <input
            ref={focusNow}
            id={`${id}-repeats`}
            className={textFieldStyles.textField}
            type="number"
            min={1}
            max={50}
            required
            value={repeats}
            onChange={(event) => setRepeats(wholeNumber(event.target.valueAsNumber, 50))}
          />
          <label htmlFor={`${id}-once`}>{t('sets.atOnce')}</label>
          <input
            id={`${id}-once`}
            className={textFieldStyles.textField}
            type="number"
            min={1}
            max={32}
            required
            value={atOnce}
            onChange={(event) => setAtOnce(wholeNumber(event.target.valueAsNumber, 32))}
          />
          <label htmlFor={`${id}-limit`}>{t('sets.costLimit')}</label>
          <CostLimitField id={`${id}-limit`} value={limit} onChange={setLimit} />
        </div>
        {estimate !== null && models.length > 0 && (
          <p className={styles.lead} role="status">
            {t('sets.estimate', { count: estimate.cells })}{' '}
            {estimate.costUsd === null
              ? t('sets.estimateUnknown')
              : t('sets.estimateCost', { cost: formatCost(estimate.costUsd) })}
            {estimate.unpriced.length > 0 &&
              ` ${t('sets.unpriced', { names: estimate.unpriced.join(', ') })}`}
          </p>
        )}
        {problem !== null && (
          <p className={styles.error} role="alert">
            {problem}
          </p>
        )}
      </div>
      <footer className={styles.foot}>
        <Button type="submit" variant="primary" disabled={models.length === 0 || isStarting}>
          {t('sets.start')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </footer>
    </form>
  )
}

function chosenAgain({ model, params, systemPrompt }: SetRun['models'][number]): ChosenModel {
  return { model, params, ...(systemPrompt === null ? {} : { systemPrompt }) }
}

function wholeNumber(value: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(1, Math.round(value))) : 1
}
