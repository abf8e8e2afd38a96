import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { SetRunId } from '../../../../shared/ids'
import type { PromptSet, SetRun } from '../../../../shared/sets/sets'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { folderRefusal } from '../../../state/agents/agent-work'
import type { OpenStream } from '../../../rpc/parley-api'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { type NewPane, newPanesFrom, storedPanes, withNewPane } from '../../../state/comparisons/new-panes'
import { goneModels, ownParams } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import { ContestantList } from './contestant-list'
import { CostLimitField } from '../common/resume-form'
import { focusNow } from '../../../keyboard/focus-targets'
import { estimatedCostText } from '../common/set-words'
import { DialogBar, DialogBody, Stack } from '../../../ui/layout/layout'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { Problem } from '../common/problem'
import styles from '../common/sets.module.css'

interface RunFormProps {
  set: PromptSet
  /** The run whose models are the defaults. */
  lastRun: SetRun | null
  onCancel: () => void
  onStarted: (runId: SetRunId) => void
}

/** Chooses the models and limits of a run, and shows what it will cost. */
export function RunForm({ set, lastRun, onCancel, onStarted }: RunFormProps) {
  const { environment, settings } = useApp()
  const { api } = environment
  const { compareModels } = useStore(settings.store).settings
  const id = useId()
  const known = useStore(useApp().models.store)
  const [contestants, setContestants] = useState<readonly NewPane[]>(() =>
    lastRun === null
      ? compareModels.reduce<readonly NewPane[]>(
          (panes, model) => withNewPane(panes, model, ownParams(known.models, model)),
          [],
        )
      : newPanesFrom(lastRun.models.map(({ key: _key, ...chosen }) => chosen)),
  )
  const models = storedPanes(contestants)
  const gone = goneModels(
    known,
    models.map(({ model }) => model),
  )
  const [repeats, setRepeats] = useState(lastRun?.repeats ?? 1)
  const [atOnce, setAtOnce] = useState(lastRun?.atOnce ?? 4)
  const [limit, setLimit] = useState(lastRun?.costLimitUsd?.toString() ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  // Leaving the form withdraws a pending approval; a run that has started continues.
  const starting = useRef<OpenStream | null>(null)
  useEffect(() => () => starting.current?.close(), [])
  const { data, error, isCurrent } = useRequest(
    'sets.estimate',
    models.length === 0 ? null : { setId: set.id, models, repeats },
  )
  const estimate = error === null ? data : null
  const problem = refusal ?? (isCurrent && error !== null ? errorLine(error) : null)
  const folderless = folderRefusal(known.models, contestants)
  const canStart = folderless === null && models.length > 0 && gone.length === 0 && !isStarting
  const start = () => {
    if (!canStart) return
    setStarting(true)
    setRefusal(null)
    const costLimitUsd = limit === '' ? null : Number(limit)
    const handle = api.open(
      'sets.run',
      { setId: set.id, models, repeats, atOnce, costLimitUsd },
      {
        onEvents: (events) => {
          const [first] = events
          if (first?.type !== 'run') return
          // The run continues without this stream.
          handle.close()
          onStarted(first.run.id)
        },
        onEnd: ({ error: refused }) => {
          setStarting(false)
          if (refused !== undefined) setRefusal(errorLine(refused))
        },
      },
    )
    starting.current = handle
  }
  return (
    <Stack
      as="form"
      gap={0}
      grow
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <DialogBody isBelowBar className={styles.scroll}>
        <ContestantList
          contestants={contestants}
          onChange={(changed) => {
            setContestants(changed)
            setRefusal(null)
          }}
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
            onChange={(event) => {
              setRepeats(wholeNumber(event.target.valueAsNumber, 50))
              setRefusal(null)
            }}
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
            {estimatedCostText(
              estimate.costUsd === 0 && estimate.unpriced.length > 0 ? null : estimate.costUsd,
            )}
            {estimate.unpriced.length > 0 &&
              ` ${t('sets.unpriced', { names: estimate.unpriced.join(', ') })}`}
          </p>
        )}
        {estimate?.missing !== undefined && (
          <p className={styles.lead} role="alert">
            {t('sets.missingVariables', {
              names: estimate.missing.map(({ name }) => `{{${name}}}`).join(', '),
              count: Math.max(...estimate.missing.map(({ prompts }) => prompts)),
            })}
          </p>
        )}
        <Problem text={gone.length > 0 ? t('sets.gone', { models: gone.join(', ') }) : null} />
        <Problem text={folderless !== null ? errorLine(folderless) : null} />
        <Problem text={problem !== null && folderless === null ? problem : null} />
      </DialogBody>
      <DialogBar as="footer" className={classNames(styles.foot, styles.steps)}>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" aria-disabled={!canStart}>
          {t('sets.start')}
        </Button>
      </DialogBar>
    </Stack>
  )
}

function wholeNumber(value: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(1, Math.round(value))) : 1
}
