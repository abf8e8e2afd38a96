import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { SetRunId } from '../../../../shared/ids'
import {
  earlierModel,
  type PromptSet,
  type SetEstimate,
  type SetPower,
  type SetRun,
} from '../../../../shared/sets/sets'
import type { ErrorData } from '../../../../shared/errors'
import { formatCost, formatPoints } from '../../../language/format'
import { t } from '../../../language/t'
import { folderRefusal } from '../../../state/agents/agent-work'
import type { OpenStream } from '../../../rpc/parley-api'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { type NewPane, newPanesFrom, storedPanes, withNewPane } from '../../../state/comparisons/new-panes'
import { goneModels, ownParams } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import { Checkbox } from '../../../ui/fields/checkbox'
import { ContestantList } from './contestant-list'
import { AmountField, CostLimitField, wholeNumber } from '../common/amount-field'
import { focusNow } from '../../../keyboard/focus-targets'
import { ConfirmProviders } from '../common/confirm-providers'
import { estimatedCostText } from '../common/set-words'
import { DialogBar, DialogBody, Stack } from '../../../ui/layout/layout'
import { Problem } from '../../../ui/text/problem'
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
  const known = useStore(useApp().models.store)
  const [contestants, setContestants] = useState<readonly NewPane[]>(() =>
    lastRun === null
      ? compareModels.reduce<readonly NewPane[]>(
          (panes, model) => withNewPane(panes, model, ownParams(known.models, model)),
          [],
        )
      : newPanesFrom(
          lastRun.models
            .filter(({ model }) => model !== earlierModel)
            .map(({ key: _key, ...chosen }) => chosen),
        ),
  )
  const answers = set.prompts.filter(({ answer }) => answer !== undefined).length
  const [hasEarlier, setEarlier] = useState(
    lastRun?.models.some(({ model }) => model === earlierModel) === true,
  )
  const chosenModels = storedPanes(contestants)
  const models =
    hasEarlier && answers > 0 ? [...chosenModels, { model: earlierModel, params: {} }] : chosenModels
  const gone = goneModels(
    known,
    chosenModels.map(({ model }) => model),
  )
  const [repeats, setRepeats] = useState(lastRun?.repeats ?? 1)
  const [atOnce, setAtOnce] = useState(lastRun?.atOnce ?? 4)
  const [limit, setLimit] = useState(lastRun?.costLimitUsd ?? null)
  const [wantsBatch, setWantsBatch] = useState(lastRun?.isBatch === true)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isStarting, setStarting] = useState(false)
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  // Leaving the form withdraws a pending approval; a run that has started continues.
  const [hadModels] = useState(models.length > 0)
  const starting = useRef<OpenStream | null>(null)
  useEffect(() => () => starting.current?.close(), [])
  const { data, error, isCurrent } = useRequest(
    'sets.estimate',
    models.length === 0 ? null : { setId: set.id, models, repeats },
  )
  const estimate = error === null ? data : null
  const folderless = folderRefusal(known.models, contestants)
  const unseen = estimate?.unseen ?? []
  const isConfirmed = unseen.every((provider) => confirmed.includes(provider))
  const hasFiles = estimate?.withoutFiles === undefined
  const canStart =
    isConfirmed && hasFiles && folderless === null && models.length > 0 && gone.length === 0 && !isStarting
  const isBatch = wantsBatch && estimate?.batch !== undefined
  const start = () => {
    if (!canStart) return
    setStarting(true)
    setRefusal(null)
    const handle = api.open(
      'sets.run',
      { setId: set.id, models, repeats, atOnce, costLimitUsd: limit, confirmed: [...confirmed], isBatch },
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
          setRefusal(refused ?? null)
        },
      },
    )
    starting.current = handle
  }
  return (
    <Stack as="form" gap={0} grow onSubmit={start}>
      <DialogBody isBelowBar>
        <ContestantList
          contestants={contestants}
          onChange={(changed) => {
            setContestants(changed)
            setRefusal(null)
          }}
        />
        {answers > 0 && (
          <Checkbox isChecked={hasEarlier} onChange={setEarlier} className={styles.lead}>
            {t('sets.withEarlier', { count: answers })}
          </Checkbox>
        )}
        <div className={styles.numbers}>
          <AmountField
            label={t('sets.repeats')}
            ref={hadModels ? focusNow : null}
            min={1}
            max={50}
            required
            value={repeats}
            onChange={(count) => {
              setRepeats(wholeNumber(count, 50))
              setRefusal(null)
            }}
          />
          <AmountField
            label={t('sets.atOnce')}
            min={1}
            max={32}
            required
            value={atOnce}
            onChange={(count) => setAtOnce(wholeNumber(count, 32))}
          />
          <CostLimitField value={limit} onChange={setLimit} />
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
        {estimate?.batch !== undefined && (
          <BatchChoice estimate={estimate} isChecked={isBatch} onChange={setWantsBatch} />
        )}
        {estimate?.power !== undefined && <Power power={estimate.power} estimate={estimate} set={set} />}
        {estimate?.missing !== undefined && (
          <p className={styles.lead} role="alert">
            {t('sets.missingVariables', {
              names: estimate.missing.map(({ name }) => `{{${name}}}`).join(', '),
              count: Math.max(...estimate.missing.map(({ prompts }) => prompts)),
            })}
          </p>
        )}
        <ConfirmProviders providers={unseen} isConfirmed={isConfirmed} onChange={setConfirmed} />
        <Problem
          error={
            estimate?.withoutFiles === undefined
              ? null
              : t('sets.past.withoutFiles', { prompts: estimate.withoutFiles.slice(0, 20).join(', ') })
          }
        />
        <Problem error={gone.length > 0 ? t('sets.gone', { models: gone.join(', ') }) : null} />
        <Problem error={folderless ?? refusal ?? (isCurrent ? error : null)} />
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

/** Both prices, and what comes at the lower one. */
function BatchChoice({
  estimate: { batch, cells, costUsd },
  ...choice
}: { estimate: SetEstimate } & Pick<ComponentProps<typeof Checkbox>, 'isChecked' | 'onChange'>) {
  const direct = cells - (batch?.cells ?? 0)
  const batchUsd = batch?.costUsd ?? null
  return (
    <>
      <Checkbox {...choice}>
        {batchUsd === null || costUsd === null || costUsd === 0
          ? t('sets.batch.choose')
          : t('sets.batch.chooseFor', { cost: formatCost(batchUsd), direct: formatCost(costUsd) })}
      </Checkbox>
      {choice.isChecked && direct > 0 && (
        <p className={styles.lead}>{t('sets.batch.direct', { count: direct })}</p>
      )}
    </>
  )
}

/** What the run can show, and what it takes to show a difference of 10 points. */
function Power({ power, estimate, set }: { power: SetPower; estimate: SetEstimate; set: PromptSet }) {
  const { smallest, promptsForTenth: count, isMeasured } = power
  const costUsd = estimate.costUsd === null ? null : (estimate.costUsd * count) / set.promptCount
  return (
    <p className={styles.lead}>
      {[
        t('sets.differences.forecast', { points: formatPoints(smallest) }),
        ...(smallest <= 0.1
          ? []
          : costUsd === null || costUsd === 0
            ? [t('sets.differences.tenth', { count })]
            : [t('sets.differences.tenthCost', { count, cost: formatCost(costUsd) })]),
        ...(isMeasured ? [] : [t('sets.differences.assumed')]),
      ].join(' ')}
    </p>
  )
}
