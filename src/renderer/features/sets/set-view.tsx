import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId, SetRunId } from '../../../shared/ids'
import { type PromptSet, type SetPrompt, type SetRun, shownPromptChars } from '../../../shared/sets/sets'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { SetPromptForm } from './prompts/prompt-form'
import { usePromptImport } from './prompts/prompt-import'
import { RunForm } from './runs/run-form'
import { allSets } from './common/all-sets'
import type { PromptEdit } from '../../state/prompts/prompt-sets'
import { Page } from '../title-bar/page'
import { focusNow } from '../../keyboard/focus-targets'
import { DialogBar, Hint, PlainList, Row, Stack, Text } from '../../ui/layout/layout'
import { formatCount, formatMoment } from '../../language/format'
import { useModelNames, runStateText, spentText, checkName } from './common/set-words'
import { fillVariables } from '../../../shared/sets/fill-variables'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import { Problem } from './common/problem'
import { PassBar } from './common/pass-bar'
import { type PromptResult, useLastResults } from './common/use-last-results'
import styles from './common/sets.module.css'

/** A set: its prompts, its runs, and the button that starts a run. */
export function SetView({ setId }: { setId: SetId }) {
  const { promptSets, go } = useApp()
  const { open, error, edits } = useStore(promptSets.store)
  useEffect(() => {
    void promptSets.open(setId)
    return () => promptSets.close()
  }, [promptSets, setId])
  const set = open?.id === setId ? open : null
  const { data: listed, error: unlisted } = useRequest('sets.runs', { setId })
  const runs = listed?.runs ?? []
  const unread = error ?? unlisted
  const problem = unread === null ? null : errorLine(unread)
  const edit = edits[setId]
  const [isRunning, setRunning] = useState(false)
  const imports = usePromptImport((file) => promptSets.add(setId, { file }))
  const showRun = (runId: SetRunId) => go({ kind: 'sets', setId, runId })
  const isEmpty = set?.prompts.length === 0
  return (
    <Page
      name={t('actions.titles.promptSets')}
      title={set?.name ?? ''}
      parents={[allSets()]}
      onRename={set === null ? undefined : (name) => void promptSets.rename(setId, name)}
    >
      {set === null ? (
        <Problem text={problem} />
      ) : edit !== undefined ? (
        <EditedPrompt set={set} edit={edit} problem={problem} />
      ) : isRunning ? (
        <RunForm set={set} lastRun={runs[0] ?? null} onCancel={() => setRunning(false)} onStarted={showRun} />
      ) : (
        <>
          <DialogBar className={styles.foot}>
            <Button variant="primary" disabled={isEmpty} onClick={() => setRunning(true)}>
              {t('sets.run')}
            </Button>
            <Button ref={isEmpty ? focusNow : null} onClick={() => promptSets.edit(setId, null)}>
              {t('sets.addPrompt')}
            </Button>
            {imports.controls}
          </DialogBar>
          <Problem text={problem} />
          <div className={styles.beside}>
            <PromptRows
              prompts={set.prompts}
              runs={runs}
              onEdit={(prompt) => promptSets.edit(setId, prompt)}
            />
            <RunList runs={runs} onOpen={showRun} />
          </div>
          {imports.dialog}
        </>
      )}
    </Page>
  )
}

interface EditedPromptProps {
  set: PromptSet
  edit: PromptEdit
  problem: string | null
}

/** The prompt of a set that is edited. */
function EditedPrompt({ set, edit: { promptId, content }, problem }: EditedPromptProps) {
  const { promptSets } = useApp()
  const close = (isDone: boolean) => {
    if (isDone) promptSets.stopEditing(set.id)
  }
  return (
    <SetPromptForm
      setId={set.id}
      prompt={content}
      onChange={(changed) => promptSets.changeEdit(set.id, changed)}
      onCancel={() => close(true)}
      onSave={async (prompt) =>
        close(
          promptId === null
            ? (await promptSets.add(set.id, { prompts: [prompt] })) !== null
            : await promptSets.changePrompt(set.id, promptId, prompt),
        )
      }
      onRemove={promptId === null ? null : async () => close(await promptSets.removePrompt(set, promptId))}
      problem={problem}
    />
  )
}

interface RunListProps {
  runs: readonly SetRun[]
  onOpen: (runId: SetRunId) => void
}

/** Runs drawn at first. */
const drawnAtFirst = 20

/** The runs of a set, newest first. */
function RunList({ runs, onOpen }: RunListProps) {
  const [drawn, setDrawn] = useState(drawnAtFirst)
  if (runs.length === 0) return null
  return (
    <section className={styles.runs} aria-label={t('sets.runs')}>
      <h2 className={styles.label}>{t('sets.runs')}</h2>
      <PlainList>
        {runs.slice(0, drawn).map((run) => (
          <RunRow key={run.id} run={run} onOpen={() => onOpen(run.id)} />
        ))}
      </PlainList>
      {runs.length > drawn && (
        <Button variant="quiet" onClick={() => setDrawn(drawn + drawnAtFirst)}>
          {t('common.showMore')}
        </Button>
      )}
    </section>
  )
}

function RunRow({ run, onOpen }: { run: SetRun; onOpen: () => void }) {
  const names = useModelNames(run.models)
  return (
    <Row as="li" line="below">
      <Stack
        as="button"
        gap={1}
        grow
        pad={[2, 0]}
        tone="ink"
        type="button"
        className={styles.itemName}
        onClick={onOpen}
      >
        <span>{names.join(', ')}</span>
        {run.judged > 0 && <PassBar passed={run.passed} judged={run.judged} />}
        <Hint as="span" tone="soft" className={styles.facts}>
          {formatMoment(run.startedAt)} · {runStateText(run)} · {spentText(run)}
        </Hint>
      </Stack>
    </Row>
  )
}

const rowPx = 52

interface PromptRowsProps {
  prompts: readonly SetPrompt[]
  /** Newest first. */
  runs: readonly SetRun[]
  onEdit: (prompt: SetPrompt) => void
}

/** The prompts of a set with their last results, in order. Only those in view are drawn. */
function PromptRows({ prompts, runs, onEdit }: PromptRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const lastResults = useLastResults(runs)
  const rows = useMemo(
    () =>
      prompts.map((prompt) => {
        const text = fillVariables(prompt.text, prompt.values)
        return { key: prompt.id, heightPx: rowPx, prompt, text }
      }),
    [prompts],
  )
  const { drawn, heightPx } = useVirtualRows({ scroller, rows })
  if (prompts.length === 0) return <p className={styles.lead}>{t('sets.noPrompts')}</p>
  return (
    <div ref={scroller} className={styles.rows} role="list" aria-label={t('common.prompts')}>
      <div className={styles.canvas} style={{ height: heightPx }}>
        {drawn.map(({ row: { key, prompt, text }, topPx }) => (
          <div key={key} role="listitem" className={styles.row} style={{ top: topPx, height: rowPx }}>
            <Stack
              as="button"
              justify="center"
              gap={1}
              grow
              pad={[0, 5]}
              tone="ink"
              type="button"
              className={styles.rowButton}
              onClick={() => onEdit(prompt)}
            >
              <span className={styles.line}>{text}</span>
              <Hint as="span" tone="soft" className={styles.facts}>
                {prompt.checks.length === 0
                  ? t('sets.noChecks')
                  : prompt.checks.map((check) => checkName(check)).join(' · ')}
              </Hint>
            </Stack>
            <LastResult result={lastResults.get(text.slice(0, shownPromptChars))} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The share that passed in the last run, and a mark if it was another one in the run before. */
function LastResult({ result }: { result: PromptResult | undefined }) {
  if (result === undefined || result.judged === 0) return null
  const { passed, judged, before } = result
  const difference = before === null ? 0 : passed * before.judged - before.passed * judged
  return (
    <Row as="span" size="s" tabular grow={false} pad={[0, 5]}>
      {before !== null && difference !== 0 && (
        <Text tone={difference < 0 ? 'bad' : 'good'}>
          {t(difference < 0 ? 'sets.changes.regressed' : 'sets.changes.improved', {
            passed: formatCount(before.passed),
            judged: formatCount(before.judged),
          })}
        </Text>
      )}
      <PassBar passed={passed} judged={judged} />
    </Row>
  )
}
