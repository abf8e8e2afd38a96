import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

import { ParleyError } from '../../../../shared/errors'
import type { StreamInput } from '../../../../shared/rpc/contract'
import type { JudgeCount } from '../../../../shared/sets/judging'
import type { JudgeResult, SetRun } from '../../../../shared/sets/sets'
import { formatPercent } from '../../../language/format'
import { t } from '../../../language/t'
import type { ParleyApi } from '../../../rpc/parley-api'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { Checkbox } from '../../../ui/fields/checkbox'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { CostLimitField } from '../common/amount-field'
import { ConfirmProviders } from '../common/confirm-providers'
import { RunProgress } from '../common/run-progress'
import { useAttempt } from '../../../state/app/use-attempt'
import { estimatedCostText, runStateText, spentText, useModelNames } from '../common/set-words'
import { DialogBar, Hint, PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import { focusNow } from '../../../keyboard/focus-targets'
import { useRun } from '../common/use-run'
import { Problem } from '../../../ui/text/problem'
import { JudgeTrustView } from './judge-trust'
import styles from '../common/sets.module.css'

interface JudgeFormProps {
  run: SetRun
  onStarted: () => void
  onCancel: () => void
}

/** Chooses a model as the judge of a run, and shows what that will cost. */
export function JudgeForm({ run, onStarted, onCancel }: JudgeFormProps) {
  const { api } = useApp().environment
  const { refusal, isBusy, attempt } = useAttempt()
  const [model, setModel] = useState<string | null>(null)
  const hasPairs = run.models.length > 1
  const [byRubric, setByRubric] = useState(!hasPairs)
  const [limit, setLimit] = useState<number | null>(null)
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const { data: estimate, error } = useRequest(
    'sets.estimateJudge',
    model === null ? null : { runId: run.id, model, byRubric },
  )
  const unseen = estimate?.unseen ?? []
  const isConfirmed = unseen.every((provider) => confirmed.includes(provider))
  const start = (judge: string) =>
    attempt(async () => {
      const { id: runId, atOnce } = run
      await openUntilStarted(api, {
        runId,
        model: judge,
        byRubric,
        atOnce,
        costLimitUsd: limit,
        confirmed: [...confirmed],
      })
      onStarted()
    })
  return (
    <Row
      as="form"
      wrap
      grow={false}
      pad={[2, 3]}
      className={styles.resume}
      aria-label={t('sets.judge.choose')}
      onSubmit={() => {
        if (model !== null) void start(model)
      }}
    >
      <AppModelPicker value={model} label={t('sets.judge.model')} align="start" onChange={setModel} />
      {run.rubric !== undefined && hasPairs && (
        <Checkbox isChecked={byRubric} onChange={setByRubric}>
          {t('sets.rubric.byCriteria')}
        </Checkbox>
      )}
      <CostLimitField value={limit} onChange={setLimit} />
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button type="submit" variant="primary" disabled={model === null || isBusy || !isConfirmed}>
        {t('sets.judge.start')}
      </Button>
      <Hint tone="soft" className={styles.hint} role="status">
        {estimate === null
          ? t(byRubric ? 'sets.rubric.judgeHint' : 'sets.judge.hint')
          : `${t('common.requestCount', { count: estimate.cells })} ${estimatedCostText(estimate.costUsd)}`}
      </Hint>
      <ConfirmProviders providers={unseen} isConfirmed={isConfirmed} onChange={setConfirmed} />
      <Problem pad={[0, 5]} error={refusal ?? error} />
    </Row>
  )
}

/** Starts a judge, which continues without this window. Rejects if it is refused. */
function openUntilStarted(api: ParleyApi, input: StreamInput<'sets.judge'>): Promise<void> {
  const started = Promise.withResolvers<void>()
  const handle = api.open('sets.judge', input, {
    onEvents: () => {
      handle.close()
      started.resolve()
    },
    onEnd: ({ error }) => {
      if (error === undefined) started.resolve()
      else started.reject(new ParleyError(error.code, error.message, { data: error.data ?? {} }))
    },
  })
  return started.promise
}

interface JudgeStripProps {
  /** The judge with its verdicts, as they were read with the result; without them if it judges by criteria. */
  judge: { run: SetRun } & Partial<JudgeResult>
  /** What it says by criteria. */
  children?: ReactNode
  /** The run that it judges; null while its models are hidden. */
  judged: SetRun | null
  /** Called when the judge begins or ends. */
  onChanged: () => void
}

/** How far a judge is and what it has cost, live while its requests are sent. */
export function JudgeStrip({ judge: found, judged, children, onChanged }: JudgeStripProps) {
  const { run: read, total, trust } = found
  const { api } = useApp().environment
  const { refusal, isBusy, attempt } = useAttempt()
  const { run, problem, resume, stop } = useRun(read.id)
  const [isRemoving, setRemoving] = useState(false)
  const removal = useRef<HTMLButtonElement>(null)
  const judge = run ?? read
  const isRunning = judge.state === 'running'
  const changed = useEffectEvent(onChanged)
  const state = run?.state
  useEffect(() => {
    if (state !== undefined && state !== read.state) changed()
  }, [state, read.state])
  const [name = ''] = useModelNames(judge.models)
  return (
    <div className={styles.judge}>
      <DialogBar className={styles.head}>
        <Hint as="span" tone="soft">
          {t('sets.judge.by', { name })} · {runStateText(judge, 'requests')} · {spentText(judge)}
        </Hint>
        {judged !== null && total !== undefined && total.pairs > 0 && (
          <WinRates total={total} judged={judged} />
        )}
        {!isRunning && (
          <Button
            ref={removal}
            variant="quiet"
            aria-expanded={isRemoving}
            onClick={() => setRemoving(!isRemoving)}
          >
            {t('sets.judge.remove')}
          </Button>
        )}
        {isRunning && (
          <Button variant="stop" onClick={() => void stop()}>
            {t('sets.judge.stop')}
          </Button>
        )}
      </DialogBar>
      {judged !== null && children}
      {judged !== null && trust !== undefined && (total?.pairs ?? 0) > 0 && (
        <Stack gap={0} size="s" pad={[0, 5]}>
          <JudgeTrustView trust={trust} models={judged.models} />
        </Stack>
      )}
      <RunProgress run={judge} label={t('sets.judge.progress', { name })} onResume={resume} />
      {isRemoving && !isRunning && (
        <Row
          wrap
          grow={false}
          pad={[2, 3]}
          className={styles.resume}
          role="group"
          aria-label={t('sets.judge.removeQuestion', { name })}
        >
          <Text grow>{t('sets.judge.removeQuestion', { name })}</Text>
          <Button
            variant="danger"
            aria-disabled={isBusy}
            onClick={() =>
              void attempt(async () => {
                await api.invoke('sets.removeJudge', { runId: judge.id })
                onChanged()
              })
            }
          >
            {t('common.delete')}
          </Button>
          <Button
            ref={focusNow}
            onClick={() => {
              setRemoving(false)
              removal.current?.focus()
            }}
          >
            {t('common.keep')}
          </Button>
        </Row>
      )}
      <Problem pad={[0, 5]} error={problem ?? refusal} />
    </div>
  )
}

/** How often a judge prefers each model, most often first. */
function WinRates({ total: { wins, compared }, judged }: { total: JudgeCount; judged: SetRun }) {
  const names = useModelNames(judged.models)
  const rates = names
    .map((name, model) => ({ name, model, count: compared[model] ?? 0, won: wins[model] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.won / other.count - one.won / one.count)
  return (
    <PlainList size="s" className={styles.rates}>
      {rates.map(({ name, model, count, won }) => (
        <li key={model}>{t('sets.judge.rate', { name, share: formatPercent(won / count), count })}</li>
      ))}
    </PlainList>
  )
}
