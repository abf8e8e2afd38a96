import { type ComponentProps, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId, SetRunId } from '../../../../shared/ids'
import type { NextBallot } from '../../../../shared/sets/ballots'
import type { SetRun } from '../../../../shared/sets/sets'
import { formatMoment } from '../../../language/format'
import { currentLanguage, t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { AnswersView } from './answers-view'
import { BallotView } from './ballot-view'
import { JudgeForm, JudgeStrip } from './judge-form'
import { ResultGrid } from './result-grid'
import { RubricScores } from './rubric-scores'
import { RunDifferences } from './run-differences'
import { SetVerdict } from './set-verdict'
import { RunProgress } from '../common/run-progress'
import { runStateText, spentText, useListedNames } from '../common/set-words'
import { Page } from '../../title-bar/page'
import { allSets } from '../common/all-sets'
import { useAttempt } from '../../../state/app/use-attempt'
import { canCompare, useOpenRow } from '../common/use-open-row'
import type { SetsView } from '../../../state/navigation/navigation'
import { ballotOrderOf, type RunChoices, unchosen } from '../../../state/prompts/prompt-sets'
import { useRuns } from '../common/use-runs'
import { useResult, useRun } from '../common/use-run'
import { DialogBar, Hint, Row } from '../../../ui/layout/layout'
import { TextMenuButton } from '../../../ui/overlays/text-menu-button'
import { Select } from '../../../ui/fields/select'
import { Problem } from '../../../ui/text/problem'
import styles from '../common/sets.module.css'

const exportFormats = ['bundle', 'csv', 'json', 'promptfoo'] as const

interface RunViewProps {
  setId: SetId
  runId: SetRunId
  /** The index of the prompt whose answers are shown instead of the grid. */
  prompt: number | undefined
  repeat: number
}

/** A run: how far it is, and its grid of prompts and models. */
export function RunView({ setId, runId, prompt, repeat }: RunViewProps) {
  const { environment, exports, promptSets, go } = useApp()
  const choices = useStore(promptSets.store, (state) => state.choices[runId] ?? unchosen)
  const choose = (changed: Partial<RunChoices>) => promptSets.choose(runId, changed)
  const { run, problem, resume, stop } = useRun(runId)
  const { refusal, isBusy, attempt } = useAttempt()
  const { runs, error: unlisted } = useRuns(setId)
  const baselines = useBaselines(runs, runId)
  const hasOthers = baselines.length > 1
  const earlier = runs.slice(runs.findIndex(({ id }) => id === runId) + 1)
  const defaultBaselineId = earlier.find(({ state }) => state === 'done')?.id ?? null
  const baselineId = choices.baselineId === undefined ? defaultBaselineId : choices.baselineId
  const left = useStore(promptSets.store, ({ waiting }) => (waiting?.runId === runId ? waiting.left : 0))
  const { result, error: unread, isBlind, reload } = useResult(run, baselineId, choices.isBlind, left)
  const { problem: unopened, open: openRow, choice } = useOpenRow(run)
  const [returnTo, setReturnTo] = useState<number | null>(null)
  if (prompt !== undefined && prompt !== returnTo) setReturnTo(prompt)
  const [isChoosingJudge, setChoosingJudge] = useState(false)
  const shownProblem = problem ?? refusal ?? unread ?? unlisted ?? unopened
  const show = (opened: Pick<SetsView, 'prompt' | 'repeat'>) => go({ kind: 'sets', setId, runId, ...opened })
  const save = (format: (typeof exportFormats)[number]) =>
    attempt(async () => {
      await exports.startRun({ format, runId })
      exports.take()
    })
  const listed = result?.rows.map((row) => row.prompt) ?? []
  const next = prompt === undefined ? undefined : listed[listed.indexOf(prompt) + 1]
  const hidden = result?.rows.filter((row) => row.isHidden === true) ?? []
  const hasHidden = hidden.length > 0
  const order = useStore(promptSets.store, ballotOrderOf)
  const [ballot, setBallot] = useState<NextBallot | null>(null)
  const vote = () =>
    attempt(async () => {
      if (order === 'listed') return show({ prompt: hidden[0]?.prompt })
      const after = prompt === undefined ? {} : { after: { prompt, repeat } }
      const { next: following } = await environment.api.invoke('sets.nextBallot', { runId, order, ...after })
      setBallot(following)
      show({ prompt: following?.prompt, repeat: following?.repeat })
    })
  const grid = (
    <>
      <DialogBar className={styles.head}>
        {run !== null && (
          <Hint as="span" tone="soft">
            {runStateText(run)} · {spentText(run)}
          </Hint>
        )}
        {run?.state === 'running' && (
          <Button variant="stop" onClick={() => void stop()}>
            {t('sets.stop')}
          </Button>
        )}
        <Row wrap className={styles.tools}>
          {hasHidden && run?.state !== 'running' && (
            <Button variant="primary" onClick={() => void vote()}>
              {t('sets.voteOn', { count: hidden.length })}
            </Button>
          )}
          {hasOthers && (
            <Row as="label" gap={1.5}>
              {t('sets.compareWith')}
              <Select
                value={baselineId}
                options={baselines}
                onChange={(chosen) => choose({ baselineId: chosen })}
              />
            </Row>
          )}
          {(canVote(run) || run?.rubric !== undefined) && run?.state !== 'running' && (
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
      {run !== null && <RunProgress run={run} label={t('sets.progress')} onResume={resume} />}
      <Problem pad={[0, 5]} error={shownProblem} />
      {result?.judges.map((judge) => (
        <JudgeStrip
          key={judge.run.id}
          judge={judge}
          judged={hasHidden ? null : result.run}
          onChanged={reload}
        />
      ))}
      {result?.rubrics.map((rubric) => {
        const scores = hasHidden ? null : <RubricScores result={rubric} models={result.run.models} />
        return rubric.run === null ? (
          scores
        ) : (
          <JudgeStrip key={rubric.run.id} judge={{ run: rubric.run }} judged={result.run} onChanged={reload}>
            {scores}
          </JudgeStrip>
        )
      })}
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
      {result !== null && !hasHidden && result.votes.some(({ of }) => of > 0) && (
        <SetVerdict run={result.run} />
      )}
      {result !== null && !hasHidden && <RunDifferences result={result} />}
      {run !== null && result !== null && (
        <ResultGrid
          result={result}
          returnTo={returnTo}
          hasOtherRuns={hasOthers}
          onOpen={(opened) => show({ prompt: opened })}
          onCompare={
            canCompare(run)
              ? (opened) => openRow({ runId, prompt: opened, repeat: 0 }, { onlyKnown: isBlind })
              : null
          }
        />
      )}
      {left > 0 && (
        <Hint tone="soft" role="status">
          {t('sets.pageChecks.left', { count: left })}
        </Hint>
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
      {run === null || result === null || prompt === undefined ? (
        grid
      ) : (
        <OpenedAnswers
          key={prompt}
          run={run}
          prompt={prompt}
          repeat={repeat}
          isBlindAtFirst={isBlind}
          baseline={result.baseline}
          onRepeat={(chosen) => show({ prompt, repeat: chosen })}
          onBack={() => show({})}
          onNext={next === undefined ? null : () => show({ prompt: next })}
          only={ballot?.prompt === prompt && ballot.repeat === repeat ? ballot.only : undefined}
          onVoteNext={order === 'listed' ? undefined : hasHidden ? () => void vote() : null}
        />
      )}
    </Page>
  )
}

interface OpenedAnswersProps
  extends ComponentProps<typeof AnswersView>, Pick<ComponentProps<typeof BallotView>, 'only'> {
  isBlindAtFirst: boolean
  /** Instead of `onNext` while votes are blind. */
  onVoteNext: (() => void) | null | undefined
}

/** The answers to a prompt: without their models, if that was so when they were opened, until the user asks for them. */
function OpenedAnswers({ isBlindAtFirst, only, onVoteNext, ...shown }: OpenedAnswersProps) {
  const [isBlind, setBlind] = useState(isBlindAtFirst)
  if (!isBlind) return <AnswersView {...shown} />
  const { run, prompt, repeat, onRepeat, onBack, onNext } = shown
  return (
    <BallotView
      key={repeat}
      run={run}
      place={{ runId: run.id, prompt, repeat }}
      onRepeat={onRepeat}
      onBack={onBack}
      onNext={onVoteNext === undefined ? onNext : onVoteNext}
      only={only}
      onShowModels={() => setBlind(false)}
    />
  )
}

/** The runs to compare with, by name. */
function useBaselines(runs: readonly SetRun[], without: SetRunId): (readonly [SetRunId | null, string])[] {
  const namesOf = useListedNames()
  const language = currentLanguage()
  // The names of a hundred line-ups take a while.
  return useMemo(
    () => [
      [null, t('sets.noBaseline')],
      ...runs
        .filter(({ id }) => id !== without)
        .map((run) => {
          const time = formatMoment(run.startedAt)
          return [run.id, t('sets.earlier', { time, models: namesOf(run) })] as const
        }),
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the names are in the language of the window
    [runs, without, namesOf, language],
  )
}

/** A vote needs the answers of at least two models. */
function canVote(run: SetRun | null): boolean {
  return run !== null && run.models.length > 1
}
