import { useMemo, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId, SetRunId } from '../../../../shared/ids'
import type { SetRun } from '../../../../shared/sets/sets'
import { errorLine } from '../../../errors/error-text'
import { formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import { AnswersView } from './answers-view'
import { BallotView } from './ballot-view'
import { JudgeForm, JudgeStrip } from './judge-form'
import { ResultGrid } from './result-grid'
import { ResumeForm } from '../common/resume-form'
import { runStateText, spentText, useListedNames } from '../common/set-words'
import { Page } from '../../title-bar/page'
import { allSets } from '../common/all-sets'
import { useAttempt } from '../../../state/app/use-attempt'
import { canCompare, useOpenRow } from '../common/use-open-row'
import { type RunChoices, unchosen } from '../../../state/prompts/prompt-sets'
import { useRuns } from '../common/use-runs'
import { useResult, useRun } from '../common/use-run'
import { DialogBar, Hint, Row } from '../../../ui/layout/layout'
import { TextMenuButton } from '../../../ui/overlays/text-menu-button'
import progressBarStyles from '../../../ui/fields/progress-bar.module.css'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { Problem } from '../common/problem'
import styles from '../common/sets.module.css'

const exportFormats = ['bundle', 'csv', 'json', 'promptfoo'] as const

interface RunViewProps {
  setId: SetId
  runId: SetRunId
}

/** A run: how far it is, and its grid of prompts and models. */
export function RunView({ setId, runId }: RunViewProps) {
  const { exports, promptSets } = useApp()
  const choices = useStore(promptSets.store, (state) => state.choices[runId] ?? unchosen)
  const { opened } = choices
  const choose = (changed: Partial<RunChoices>) => promptSets.choose(runId, changed)
  const { run, problem, resume, stop } = useRun(runId)
  const { refusal, isBusy, attempt } = useAttempt()
  const { runs, error: unlisted } = useRuns(setId)
  const others = runs.filter(({ id }) => id !== runId)
  const earlier = runs.slice(runs.findIndex(({ id }) => id === runId) + 1)
  const defaultBaselineId = earlier.find(({ state }) => state === 'done')?.id ?? null
  const baselineId = choices.baselineId === undefined ? defaultBaselineId : choices.baselineId
  const { result, isBlind, reload } = useResult(run, baselineId, choices.isBlind)
  const { problem: unopened, open: openRow, choice } = useOpenRow(run)
  const [returnTo, setReturnTo] = useState<number | null>(null)
  const [isChoosingJudge, setChoosingJudge] = useState(false)
  const refused = refusal ?? unlisted
  const shownProblem = problem ?? (refused === null ? unopened : errorLine(refused))
  const open = (prompt: number) => choose({ opened: { prompt, repeat: 0, isBlind } })
  const save = (format: (typeof exportFormats)[number]) =>
    attempt(async () => {
      await exports.startRun({ format, runId })
      exports.take()
    })
  const closeAnswers = () => {
    setReturnTo(opened?.prompt ?? null)
    choose({ opened: null })
  }
  const order = result?.rows.map((row) => row.prompt) ?? []
  const next = opened === null ? undefined : order[order.indexOf(opened.prompt) + 1]
  const hasHidden = result?.rows.some((row) => row.isHidden === true) === true
  const grid = (
    <>
      <DialogBar className={styles.head}>
        {run !== null && (
          <Hint as="span" tone="soft" className={styles.facts}>
            {runStateText(run)} · {spentText(run)}
          </Hint>
        )}
        {run?.state === 'running' && (
          <Button variant="stop" onClick={() => void stop()}>
            {t('sets.stop')}
          </Button>
        )}
        <Row wrap className={styles.tools}>
          {others.length > 0 && (
            <Row as="label" gap={1.5}>
              {t('sets.compareWith')}
              <select
                className={textFieldStyles.textField}
                value={baselineId ?? ''}
                onChange={(event) =>
                  choose({ baselineId: others.find(({ id }) => id === event.target.value)?.id ?? null })
                }
              >
                <option value="">{t('sets.noBaseline')}</option>
                <RunOptions runs={runs} without={runId} />
              </select>
            </Row>
          )}
          {canVote(run) && run?.state !== 'running' && (
            <Button aria-expanded={isChoosingJudge} onClick={() => setChoosingJudge(!isChoosingJudge)}>
              {t('sets.judge.open')}
            </Button>
          )}
          {canVote(run) && (
            <Button
              variant="quiet"
              aria-pressed={isBlind}
              title={t(isBlind ? 'compare.blind.off' : 'compare.blind.on')}
              onClick={() => choose({ isBlind: !isBlind })}
            >
              {t('compare.blind.toggle')}
            </Button>
          )}
        </Row>
      </DialogBar>
      {run?.state === 'running' && (
        <progress
          className={classNames(progressBarStyles.bar, styles.progress)}
          aria-label={t('sets.progress')}
          max={run.cells}
          value={run.done}
        />
      )}
      {run !== null && run.state !== 'running' && run.state !== 'done' && (
        <ResumeForm key={run.state} run={run} onResume={resume} />
      )}
      <Problem text={shownProblem} />
      {result?.judges.map((judge) => (
        <JudgeStrip
          key={judge.run.id}
          judge={judge}
          judged={hasHidden ? null : result.run}
          onChanged={reload}
        />
      ))}
      {run !== null && isChoosingJudge && (
        <JudgeForm
          run={run}
          onCancel={() => setChoosingJudge(false)}
          onStarted={() => {
            setChoosingJudge(false)
            reload()
          }}
        />
      )}
      {run !== null && result !== null && (
        <ResultGrid
          result={result}
          returnTo={returnTo}
          hasOtherRuns={others.length > 0}
          onOpen={open}
          onCompare={
            canCompare(run) ? (prompt) => openRow({ runId, prompt, repeat: 0 }, { onlyKnown: isBlind }) : null
          }
        />
      )}
      {choice}
    </>
  )
  return (
    <Page
      name={t('actions.titles.promptSets')}
      title={run === null ? undefined : t('sets.runOf', { time: formatMoment(run.startedAt) })}
      controls={
        run === null ? null : (
          <TextMenuButton
            isDisabled={isBusy}
            items={exportFormats.map((format) => ({
              label: t(format === 'bundle' ? 'settings.bundle.button' : `sets.exportAs.${format}`),
              onChoose: () => void save(format),
            }))}
          >
            {t('common.export')}
          </TextMenuButton>
        )
      }
      parents={run === null ? [] : [allSets(), { title: run.name, view: { kind: 'sets', setId } }]}
    >
      {run === null || opened === null ? (
        grid
      ) : opened.isBlind ? (
        <BallotView
          key={`${opened.prompt} ${opened.repeat}`}
          run={run}
          place={{ runId, prompt: opened.prompt, repeat: opened.repeat }}
          onRepeat={(repeat) => choose({ opened: { ...opened, repeat } })}
          onBack={closeAnswers}
          onNext={next === undefined ? null : () => open(next)}
          onShowModels={() => choose({ opened: { ...opened, isBlind: false } })}
        />
      ) : (
        <AnswersView
          run={run}
          prompt={opened.prompt}
          baseline={result?.baseline ?? null}
          repeat={opened.repeat}
          onRepeat={(repeat) => choose({ opened: { ...opened, repeat } })}
          onBack={closeAnswers}
        />
      )}
    </Page>
  )
}

/** The runs to compare with. */
function RunOptions({ runs, without }: { runs: readonly SetRun[]; without: SetRunId }) {
  const namesOf = useListedNames()
  // The names of a hundred line-ups take a while.
  return useMemo(
    () =>
      runs
        .filter(({ id }) => id !== without)
        .map((run) => (
          <option key={run.id} value={run.id}>
            {t('sets.earlier', { time: formatMoment(run.startedAt), models: namesOf(run) })}
          </option>
        )),
    [runs, without, namesOf],
  )
}

/** A vote needs the answers of at least two models. */
function canVote(run: SetRun | null): boolean {
  return run !== null && run.models.length > 1
}
