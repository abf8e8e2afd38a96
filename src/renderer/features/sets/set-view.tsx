import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { SetId, SetRunId } from '../../../shared/ids'
import type { SetPrompt, SetRun } from '../../../shared/sets/sets'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { SetPromptForm } from './prompts/prompt-form'
import { usePromptImport } from './prompts/prompt-import'
import { RunForm } from './runs/run-form'
import type { SetsPlace } from './runs/sets-place'
import { focusNow } from '../../keyboard/focus-targets'
import { DialogBar, DialogBody, Hint, PlainList, Row, Stack } from '../../ui/layout/layout'
import { formatMoment } from '../../language/format'
import { useListedNames, runStateText, spentText, checkName } from './common/set-words'
import { fillVariables } from '../../../shared/sets/fill-variables'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import { Problem } from './common/problem'
import styles from './common/sets.module.css'

interface SetViewProps {
  setId: SetId
  onGo: (place: SetsPlace) => void
}

/** A set: its prompts, its runs, and the button that starts a run. */
export function SetView({ setId, onGo }: SetViewProps) {
  const { promptSets } = useApp()
  const { open, error } = useStore(promptSets.store)
  useEffect(() => {
    void promptSets.open(setId)
    return () => promptSets.close()
  }, [promptSets, setId])
  const set = open?.id === setId ? open : null
  const { data: listed, error: unlisted } = useRequest('sets.runs', { setId })
  const runs = listed?.runs ?? []
  const unread = error ?? unlisted
  const problem = unread === null ? null : errorLine(unread)
  const [edited, setEdited] = useState<SetPrompt | 'new' | null>(null)
  const [isRunning, setRunning] = useState(false)
  const imports = usePromptImport((file) => promptSets.add(setId, { file }))
  const back = () => onGo({ kind: 'list' })
  if (set === null) {
    return (
      <DialogBody isBelowBar className={styles.scroll}>
        <Button variant="quiet" onClick={back}>
          ‹ {t('sets.all')}
        </Button>
        {problem !== null && <p role="alert">{problem}</p>}
      </DialogBody>
    )
  }
  if (edited !== null) {
    const close = (isDone: boolean) => {
      if (isDone) setEdited(null)
    }
    return (
      <SetPromptForm
        prompt={edited === 'new' ? null : edited}
        onCancel={() => setEdited(null)}
        onSave={async (prompt) =>
          close(
            edited === 'new'
              ? (await promptSets.add(setId, { prompts: [prompt] })) !== null
              : await promptSets.changePrompt(setId, edited.id, prompt),
          )
        }
        onRemove={edited === 'new' ? null : async () => close(await promptSets.removePrompt(set, edited.id))}
        problem={problem}
      />
    )
  }
  if (isRunning) {
    return (
      <RunForm
        set={set}
        lastRun={runs[0] ?? null}
        onCancel={() => setRunning(false)}
        onStarted={(runId) => onGo({ kind: 'run', setId, runId })}
      />
    )
  }
  const isEmpty = set.prompts.length === 0
  const rename = (name: string) => {
    if (name.trim() !== '' && name.trim() !== set.name) void promptSets.rename(setId, name)
  }
  return (
    <>
      <DialogBar className={styles.head}>
        <Button variant="quiet" ref={isEmpty ? null : focusNow} onClick={back}>
          ‹ {t('sets.all')}
        </Button>
        <input
          dir="auto"
          className={textFieldStyles.textField}
          aria-label={t('sets.name')}
          maxLength={200}
          defaultValue={set.name}
          onBlur={(event) => rename(event.target.value)}
        />
      </DialogBar>
      <Problem text={problem} />
      <RunList runs={runs} onOpen={(runId) => onGo({ kind: 'run', setId, runId })} />
      <PromptRows prompts={set.prompts} onEdit={setEdited} />
      <DialogBar as="footer" className={styles.foot}>
        <Button variant="primary" disabled={isEmpty} onClick={() => setRunning(true)}>
          {t('sets.run')}
        </Button>
        <Button ref={isEmpty ? focusNow : null} onClick={() => setEdited('new')}>
          {t('sets.addPrompt')}
        </Button>
        {imports.controls}
      </DialogBar>
      {imports.dialog}
    </>
  )
}

interface RunListProps {
  runs: readonly SetRun[]
  onOpen: (runId: SetRunId) => void
}

/** The runs of a set, newest first. */
function RunList({ runs, onOpen }: RunListProps) {
  const namesOf = useListedNames()
  if (runs.length === 0) return null
  return (
    <details className={styles.runs} open={runs.length <= 3}>
      <summary>{t('common.runCount', { count: runs.length })}</summary>
      <PlainList>
        {runs.map((run) => (
          <Row as="li" line="below" key={run.id}>
            <Stack
              as="button"
              gap={1}
              grow
              pad={[2, 0]}
              tone="ink"
              type="button"
              className={styles.itemName}
              onClick={() => onOpen(run.id)}
            >
              <span>
                {formatMoment(run.startedAt)} · {namesOf(run)}
              </span>
              <Hint as="span" tone="soft" className={styles.facts}>
                {runStateText(run)} ·{' '}
                {run.judged > 0 && `${t('sets.passedOf', { passed: run.passed, count: run.judged })} · `}
                {spentText(run)}
              </Hint>
            </Stack>
          </Row>
        ))}
      </PlainList>
    </details>
  )
}

const rowPx = 52

interface PromptRowsProps {
  prompts: readonly SetPrompt[]
  onEdit: (prompt: SetPrompt) => void
}

/** The prompts of a set, in order. Only those in view are drawn. */
function PromptRows({ prompts, onEdit }: PromptRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(
    () => prompts.map((prompt) => ({ key: prompt.id, heightPx: rowPx, prompt })),
    [prompts],
  )
  const { drawn, heightPx } = useVirtualRows({ scroller, rows })
  if (prompts.length === 0) return <p className={styles.lead}>{t('sets.noPrompts')}</p>
  return (
    <div ref={scroller} className={styles.rows} role="list" aria-label={t('common.prompts')}>
      <div className={styles.canvas} style={{ height: heightPx }}>
        {drawn.map(({ row: { key, prompt }, topPx }) => (
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
              <span className={styles.line}>{fillVariables(prompt.text, prompt.values)}</span>
              <Hint as="span" tone="soft" className={styles.facts}>
                {prompt.checks.length === 0
                  ? t('sets.noChecks')
                  : prompt.checks.map((check) => checkName(check)).join(' · ')}
              </Hint>
            </Stack>
          </div>
        ))}
      </div>
    </div>
  )
}
