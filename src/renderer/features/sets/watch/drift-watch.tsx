import { useState } from 'react'

import type { DriftReport, ModelDrift, SetWatch, WatchPlan } from '../../../../shared/sets/drift'
import type { PromptSet, SetRun } from '../../../../shared/sets/sets'
import { formatCost, formatCount, formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { useAttempt } from '../../../state/app/use-attempt'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { focusNow } from '../../../keyboard/focus-targets'
import { DialogBody, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import { DataTable } from '../../../ui/lists/data-table'
import { Problem } from '../../../ui/text/problem'
import { useModelNames } from '../common/set-words'
import styles from '../common/sets.module.css'
import { WatchForm } from './watch-form'

interface DriftWatchProps {
  set: PromptSet
  /** The last runs of the set, newest first. */
  runs: readonly SetRun[]
  /** Called when a run has begun. */
  onStarted: () => void
  onClose: () => void
}

/** How often the report is read again while a run progresses. */
const refreshMs = 2_000

/** Whether a set is run again and again, and what that has found. */
export function DriftWatch({ set, runs, onStarted, onClose }: DriftWatchProps) {
  const { api } = useApp().environment
  const { data, error, reload } = useRequest(
    'sets.drift',
    { setId: set.id },
    {
      repeatsAfterMs: (read) => (read === null || read.watched?.watch.isRunning === true ? refreshMs : null),
    },
  )
  const { refusal, isBusy, attempt } = useAttempt()
  const [isEditing, setEditing] = useState(false)
  const watched = data?.watched ?? null
  const recent = baselinesOf(runs)
  const isRecent = watched === null || recent.some(({ id }) => id === watched.baseline.id)
  const save = (plan: WatchPlan | null) =>
    attempt(async () => {
      await api.invoke('sets.setDrift', { setId: set.id, plan })
      if (plan === null) onClose()
      setEditing(false)
      await reload()
    })
  const run = () =>
    attempt(async () => {
      await api.invoke('sets.runDrift', { setId: set.id })
      onStarted()
      await reload()
    })
  return (
    <DialogBody isBelowBar>
      <Stack as="section" gap={3} aria-label={t('sets.watch.title')}>
        <h2 className={styles.label}>{t('sets.watch.title')}</h2>
        {data !== null && (isEditing || watched === null) ? (
          <WatchForm
            watch={watched?.watch ?? null}
            baselines={isRecent ? recent : [...recent, watched.baseline]}
            isBusy={isBusy}
            onSave={(plan) => void save(plan)}
            onCancel={watched === null ? onClose : () => setEditing(false)}
          />
        ) : (
          watched !== null && (
            <>
              <Found {...watched} />
              <Row wrap gap={2}>
                <Button ref={focusNow} aria-disabled={isBusy} onClick={() => void run()}>
                  {t('sets.watch.look')}
                </Button>
                <Button onClick={() => setEditing(true)}>{t('sets.watch.change')}</Button>
                <Button variant="quiet" aria-disabled={isBusy} onClick={() => void save(null)}>
                  {t('sets.watch.stop')}
                </Button>
                <Button variant="quiet" onClick={onClose}>
                  {t('common.close')}
                </Button>
              </Row>
              <Hint tone="soft">
                {t('sets.watch.command')} <code>{t('sets.watch.commandLine', { set: set.id })}</code>
              </Hint>
            </>
          )
        )}
        <Problem error={refusal ?? error ?? watched?.watch.problem ?? null} />
      </Stack>
    </DialogBody>
  )
}

/** The runs that a watch can compare with. */
export function baselinesOf(runs: readonly SetRun[]): readonly SetRun[] {
  return runs.filter(({ state, judged }) => state === 'done' && judged > 0)
}

/** What the runs of a watch say, in words, and how each model did in each of them. */
function Found({ watch, report, baseline }: { watch: SetWatch; report: DriftReport; baseline: SetRun }) {
  const names = useModelNames(baseline.models)
  const nameOf = (model: number) => names[model] ?? report.models[model]?.key ?? ''
  const last = report.looks.at(-1)
  const said = report.models.flatMap((model, index) => sentencesAbout(model, nameOf(index)))
  return (
    <>
      <p role="status">
        {[
          ...(report.looks.length === 0 ? [t('sets.watch.none')] : said),
          t('sets.watch.next', { time: formatMoment(watch.nextAt) }),
          ...(watch.spentUsd > 0 ? [t('sets.watch.spent', { cost: formatCost(watch.spentUsd) })] : []),
        ].join(' ')}
      </p>
      {last !== undefined && (
        <DataTable
          heads={[
            t('common.settingsSections.models'),
            t('sets.watch.chart'),
            { number: formatMoment(report.baseline.at) },
            { number: lookText(last) },
            t('common.result'),
          ]}
          rows={report.models.map((model, index) => ({
            key: index,
            title: model.key,
            cells: [
              nameOf(index),
              <Trend key="trend" report={report} model={index} />,
              countText(report.baseline.counts[index]),
              countText(last.counts[index]),
              <Text key="evidence" tone={model.isSettled ? 'bad' : 'soft'}>
                {t('sets.watch.evidence', { worse: model.worse, better: model.better, count: model.pairs })}
              </Text>,
            ],
          }))}
        />
      )}
    </>
  )
}

function sentencesAbout(model: ModelDrift, name: string): string[] {
  const { isSettled, isControl, isRenamed, isRebuilt, worse, better } = model
  const renamed = [
    ...(isRenamed ? [t('sets.watch.renamed', { model: name })] : []),
    ...(isRebuilt ? [t('sets.watch.rebuilt', { model: name })] : []),
  ]
  if (!isSettled) return [...renamed, t('sets.watch.steady', { model: name })]
  if (isControl) return [t('sets.watch.controlDrifted', { model: name })]
  return [...renamed, t(worse > better ? 'sets.watch.worse' : 'sets.watch.better', { model: name })]
}

/** When a run began, and when it was due if that was another day. */
function lookText({ at, dueAt }: DriftReport['looks'][number]): string {
  const time = formatMoment(at)
  const isLate = at - dueAt > 12 * 60 * 60 * 1_000
  return isLate ? t('sets.watch.late', { time, due: formatMoment(dueAt) }) : time
}

function countText(count: { passed: number; judged: number } | undefined): string {
  return count === undefined ? '' : `${formatCount(count.passed)}/${formatCount(count.judged)}`
}

const yOf = (share: number) => 26 - 24 * share

/** The share that passes in each run, from the baseline on, which is the dashed line. */
function Trend({ report: { baseline, looks }, model }: { report: DriftReport; model: number }) {
  const shares = [baseline, ...looks].flatMap(({ counts }) => {
    const count = counts[model]
    return count === undefined || count.judged === 0 ? [] : [count.passed / count.judged]
  })
  const [first = 0] = shares
  const points = shares.map(
    (share, index) => `${(index / Math.max(1, shares.length - 1)) * 120},${yOf(share)}`,
  )
  return (
    <svg width="120" height="28" viewBox="0 0 120 28" role="img" aria-label={t('sets.watch.chart')}>
      <line
        x1="0"
        x2="120"
        y1={yOf(first)}
        y2={yOf(first)}
        stroke="var(--line-strong)"
        strokeDasharray="3 3"
      />
      <polyline points={points.join(' ')} fill="none" stroke="var(--ink)" strokeWidth="1.5" />
    </svg>
  )
}
