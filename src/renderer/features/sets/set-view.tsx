import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId, SetPromptId, SetRunId } from '../../../shared/ids'
import type { PromptSet, SetPrompt, SetRun } from '../../../shared/sets/sets'
import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { useApp, useDraft } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { FromChats } from './chats/from-chats'
import { SetPromptForm } from './prompts/prompt-form'
import { RubricForm } from './prompts/rubric-form'
import { usePromptImport } from './prompts/prompt-import'
import { RunForm } from './runs/run-form'
import { allSets } from './common/all-sets'
import { draftForSet } from '../../state/drafts/draft-places'
import { type PromptEdit, promptOfDraft } from '../../state/prompts/prompt-edit'
import { Page } from '../title-bar/page'
import { focusNow } from '../../keyboard/focus-targets'
import { DialogBar, Hint, PlainList, Row, Stack, Text } from '../../ui/layout/layout'
import { formatCount, formatMoment } from '../../language/format'
import { useModelNames, runStateText, spentText, checkName } from './common/set-words'
import { fillVariables } from '../../../shared/sets/fill-variables'
import { classNames } from '../../ui/class-names'
import type { useFileDrop } from '../../ui/fields/use-file-drop'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import { useReturnFocus } from './common/use-return-focus'
import { Problem } from '../../ui/text/problem'
import { useRuns } from './common/use-runs'
import { useMore } from '../../ui/lists/use-more'
import { PassBar } from './common/pass-bar'
import { pastFacts } from './common/past-turns'
import { type PromptResult, useLastResults } from './common/use-last-results'
import { baselinesOf, DriftWatch } from './watch/drift-watch'
import styles from './common/sets.module.css'

/** What takes the place of the prompts. */
type Opened = 'run' | 'chats' | 'watch' | 'rubric'

/** A set: its prompts, its runs, and the button that starts a run. */
export function SetView({ setId }: { setId: SetId }) {
  const { promptSets, go } = useApp()
  const { open, error } = useStore(promptSets.store)
  const [draft] = useDraft(draftForSet(setId))
  useEffect(() => {
    void promptSets.open(setId)
    return () => promptSets.close()
  }, [promptSets, setId])
  const set = open?.id === setId ? open : null
  const { runs, error: unlisted, reload } = useRuns(setId)
  const problem = error ?? unlisted
  const edit = useMemo(() => promptOfDraft(draft), [draft])
  const [opened, setOpened] = useState<Opened | null>(null)
  /** What was opened last gets the focus back: the button, or the row of a prompt. */
  const [returnTo, setReturnTo] = useState<Opened | 'add' | SetPromptId | null>(null)
  const show = (part: Opened) => {
    setReturnTo(part)
    setOpened(part)
  }
  const close = () => setOpened(null)
  const edited = (prompt: SetPrompt | null) => {
    setReturnTo(prompt?.id ?? 'add')
    promptSets.edit(setId, prompt)
  }
  const imports = usePromptImport((file) => promptSets.add(setId, { file }))
  const showRun = (runId: SetRunId) => go({ kind: 'sets', setId, runId })
  const isEmpty = set?.prompts.length === 0
  return (
    <Page
      name={t('actions.titles.promptSets')}
      title={set?.name}
      parents={set === null ? [] : [allSets()]}
      onRename={set === null ? undefined : (name) => void promptSets.rename(setId, name)}
    >
      {set === null ? (
        <Problem pad={[0, 5]} error={problem} />
      ) : edit !== null ? (
        <EditedPrompt set={set} edit={edit} problem={problem} />
      ) : opened === 'run' ? (
        <RunForm set={set} lastRun={runs[0] ?? null} onCancel={close} onStarted={showRun} />
      ) : opened === 'rubric' ? (
        <RubricForm set={set} problem={problem} onClose={close} />
      ) : opened === 'chats' ? (
        <FromChats setId={setId} onDone={close} />
      ) : opened === 'watch' ? (
        <DriftWatch set={set} runs={runs} onStarted={() => void reload()} onClose={close} />
      ) : (
        <>
          <DialogBar className={styles.foot}>
            <Button
              ref={returnTo === 'run' ? focusNow : null}
              variant="primary"
              disabled={isEmpty}
              onClick={() => show('run')}
            >
              {t('sets.run')}
            </Button>
            <Button
              ref={returnTo === 'add' || (isEmpty && returnTo !== 'chats') ? focusNow : null}
              onClick={() => edited(null)}
            >
              {t('sets.addPrompt')}
            </Button>
            <Button ref={returnTo === 'chats' ? focusNow : null} onClick={() => show('chats')}>
              {t('sets.chats.open')}
            </Button>
            {imports.controls}
            <Button ref={returnTo === 'rubric' ? focusNow : null} onClick={() => show('rubric')}>
              {t('sets.rubric.open')}
            </Button>
            {baselinesOf(runs).length > 0 && (
              <Button ref={returnTo === 'watch' ? focusNow : null} onClick={() => show('watch')}>
                {t('sets.watch.open')}
              </Button>
            )}
          </DialogBar>
          <Problem pad={[0, 5]} error={problem} />
          <PromptRows
            prompts={set.prompts}
            runs={runs}
            returnTo={returnTo}
            drop={imports.drop}
            onEdit={edited}
          >
            <RunList runs={runs} onOpen={showRun} />
          </PromptRows>
          {imports.dialog}
        </>
      )}
    </Page>
  )
}

interface EditedPromptProps {
  set: PromptSet
  edit: PromptEdit
  problem: ErrorData | null
}

/** The prompt of a set that is edited. */
function EditedPrompt({ set, edit: { promptId, content }, problem }: EditedPromptProps) {
  const { promptSets } = useApp()
  return (
    <SetPromptForm
      setId={set.id}
      prompt={content}
      onChange={(changed) => promptSets.changeEdit(set.id, changed)}
      onCancel={() => promptSets.stopEditing(set.id)}
      onSave={(prompt) => promptSets.saveEdit(set.id, prompt)}
      onRemove={
        promptId === null
          ? null
          : async () => {
              if (await promptSets.removePrompt(set, promptId)) promptSets.stopEditing(set.id)
            }
      }
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
  const { list, drawn, showMore } = useMore<HTMLUListElement>(drawnAtFirst, drawnAtFirst)
  if (runs.length === 0) return null
  return (
    <section className={styles.runs} aria-label={t('sets.runs')}>
      <h2 className={styles.label}>{t('sets.runs')}</h2>
      <PlainList ref={list}>
        {runs.slice(0, drawn).map((run) => (
          <RunRow key={run.id} run={run} onOpen={() => onOpen(run.id)} />
        ))}
      </PlainList>
      {runs.length > drawn && (
        <Button variant="quiet" onClick={showMore}>
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
      <Stack as="button" gap={1} grow pad={[2, 0]} tone="ink" className={styles.itemName} onClick={onOpen}>
        <span>{names.join(', ')}</span>
        {run.judged > 0 && <PassBar passed={run.passed} judged={run.judged} />}
        <Hint as="span" tone="soft">
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
  /** The prompt that was edited before, which gets the focus. */
  returnTo: string | null
  /** Accepts files with prompts. */
  drop: ReturnType<typeof useFileDrop>
  onEdit: (prompt: SetPrompt) => void
  /** Scrolls with them. */
  children: ReactNode
}

/** The prompts of a set with their last results, in order. Only those in view are drawn. */
function PromptRows({ prompts, runs, returnTo, drop, onEdit, children }: PromptRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const lastResults = useLastResults(prompts, runs)
  const rows = useMemo(
    () =>
      prompts.map((prompt) => {
        const text = fillVariables(prompt.text, prompt.values)
        return { key: prompt.id, heightPx: rowPx, prompt, text }
      }),
    [prompts],
  )
  const always = [prompts.findIndex(({ id }) => id === returnTo)]
  const { drawn, heightPx } = useVirtualRows({ scroller, rows, always, list: canvas })
  useReturnFocus(scroller, returnTo)
  return (
    <div
      ref={scroller}
      className={classNames(styles.beside, drop.isOver && styles.isOver)}
      {...drop.handlers}
    >
      {prompts.length === 0 ? (
        <p className={styles.lead}>{t('sets.noPrompts')}</p>
      ) : (
        <div className={styles.rows} role="list" aria-label={t('common.prompts')}>
          <div ref={canvas} className={styles.canvas} style={{ height: heightPx }}>
            {drawn.map(({ row: { key, prompt, text }, topPx }) => (
              <div
                key={key}
                data-row={key}
                role="listitem"
                className={styles.row}
                style={{ top: topPx, height: rowPx }}
              >
                <Stack
                  as="button"
                  justify="center"
                  gap={1}
                  grow
                  pad={[0, 5]}
                  tone="ink"
                  className={styles.rowButton}
                  onClick={() => onEdit(prompt)}
                >
                  <span className={styles.line}>{text}</span>
                  <Hint as="span" tone="soft" className={styles.facts}>
                    {[
                      ...pastFacts(prompt.past),
                      ...(prompt.checks.length === 0
                        ? [t('sets.noChecks')]
                        : prompt.checks.map((check) => checkName(check))),
                    ].join(' · ')}
                  </Hint>
                </Stack>
                <LastResult result={lastResults.get(prompt.id)} />
              </div>
            ))}
          </div>
        </div>
      )}
      {children}
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
        <Text tone="soft">
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
