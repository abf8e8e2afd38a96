import { useState } from 'react'
import { useStore } from 'zustand'

import type { WorkspaceDiff } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { ChangeRow } from './change-list'
import { CommandCheckRow } from './command-check-row'
import { visibleLine, visibleText } from '../../../shared/text/visible-text'
import { Hint, PlainList, Row, Stack, Text } from '../../ui/layout/layout'
import type { SessionId } from '../../../shared/ids'
import styles from './review.module.css'

interface ReviewPartProps {
  place: ReviewPlace
  onDone: () => void
}

/** The changes of one chat or pane. */
export function ReviewPart({ place, onDone }: ReviewPartProps) {
  const { sessionId, target } = place
  const { agentChanges } = useApp()
  const diff = useStore(agentChanges.store, (state) => state.diffs[sessionId])
  const check = useStore(agentChanges.store, (state) => state.checks[sessionId] ?? null)
  const failure = useStore(agentChanges.store, (state) => state.failures[sessionId] ?? null)
  /** Paths of files that the user has deselected. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [doing, setDoing] = useState<'applying' | 'discarding' | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const files = diff?.files ?? []
  const chosen = files.filter(({ path }) => !left.has(path))

  const apply = async () => {
    const state = diff?.state ?? null
    if (doing !== null || chosen.length === 0 || state === null || target === null) return
    setDoing('applying')
    setRefusal(null)
    const paths = chosen.map(({ path }) => path)
    const end = await agentChanges.apply(sessionId, { state, paths })
    setDoing(null)
    if ('refusal' in end) setRefusal(end.refusal)
    else {
      // A moved file is listed there with both of its paths.
      const count = end.applied.filter((path) => files.every(({ movedFrom }) => movedFrom !== path)).length
      setSaid(t('agents.changes.applied', { count, folder: target }))
    }
  }
  const discard = async () => {
    if (doing !== null) return
    setDoing('discarding')
    const refused = await agentChanges.discard(sessionId)
    setDoing(null)
    setIsAsking(false)
    setRefusal(refused)
    if (refused === null) setSaid(t('agents.changes.discarded'))
  }

  return (
    <>
      <Stack gap={3} grow pad={[4, 5]} className={styles.body} data-session-id={sessionId}>
        {target === null && (
          <Hint tone="soft" className={styles.from}>
            {t('agents.changes.hidden')}
          </Hint>
        )}
        {check !== null && <CommandCheckRow check={check} />}
        {diff?.namingFiles !== undefined && (
          <Hint tone="warn">{t('agents.changes.naming', { count: diff.namingFiles })}</Hint>
        )}
        {diff != null && diff.folder !== null && target !== null && files.length > 0 && (
          <Hint tone="soft" className={styles.from}>
            {t('agents.changes.from', { folder: visibleText(diff.folder), target: visibleText(target) })}
          </Hint>
        )}
        {diff?.isCut === true && <Hint tone="warn">{t('agents.changes.isCut')}</Hint>}
        {files.length > 0 && diff != null && (
          <ReviewFiles
            diff={diff}
            left={target === null ? null : left}
            onChoose={(path, isChosen) => {
              const others = new Set(left)
              if (isChosen) others.delete(path)
              else others.add(path)
              setLeft(others)
            }}
          />
        )}
        {files.length === 0 && said === null && (
          <Hint tone="soft" className={styles.none}>
            {failure !== null
              ? t('agents.changes.unknown', { reason: errorLine(failure) })
              : t(diff === undefined ? 'agents.changes.looking' : 'agents.changes.none')}
          </Hint>
        )}
      </Stack>
      <Stack grow={false} pad={[3, 5]} line="above">
        <Hint tone="good" className={styles.said} role="status">
          {said}
        </Hint>
        {refusal !== null && (
          <Hint pad={[2, 3]} tone="bad" className={styles.refusal} role="alert">
            {conflictWords(refusal, target ?? '')}
          </Hint>
        )}
        {isAsking ? (
          <Row justify="end" wrap role="group" aria-label={t('agents.changes.discardQuestion')}>
            <span className={styles.question}>
              {t('agents.changes.discardQuestion')}{' '}
              {t('agents.changes.discardExplained', { folder: visibleText(diff?.folder ?? '') })}
            </span>
            <Button variant="danger" aria-disabled={doing !== null} onClick={() => void discard()}>
              {t('agents.changes.discardAll')}
            </Button>
            <Button autoFocus onClick={() => setIsAsking(false)}>
              {t('common.keep')}
            </Button>
          </Row>
        ) : files.length === 0 || target === null ? (
          <Row justify="end" wrap>
            <Button variant="primary" autoFocus={said !== null} onClick={onDone}>
              {t('common.close')}
            </Button>
          </Row>
        ) : (
          <Row justify="end" wrap>
            <Button
              variant="quiet"
              className={styles.discard}
              aria-disabled={doing !== null}
              onClick={() => {
                setSaid(null)
                setIsAsking(true)
              }}
            >
              {t('common.discard')}
            </Button>
            <Button
              variant="primary"
              data-first-focus
              aria-disabled={doing !== null || chosen.length === 0}
              onClick={() => void apply()}
            >
              {applyWords()}
            </Button>
          </Row>
        )}
      </Stack>
    </>
  )

  function applyWords(): string {
    if (doing === 'applying') return t('agents.changes.applying')
    if (chosen.length === files.length) return t('agents.changes.applyAll')
    return t('agents.changes.applyChosen', { chosen: chosen.length, all: files.length })
  }
}

/** The text of an error; for conflicting files, also what the user can do. */
function conflictWords(error: ErrorData, target: string): string {
  const { reason, conflict } = error.data ?? {}
  if (reason !== 'agent-folder-changed' || typeof conflict !== 'string') return errorLine(error)
  return t('agents.changes.conflict', { folder: visibleText(target), reason: visibleLine(conflict) })
}

interface ReviewFilesProps {
  diff: WorkspaceDiff
  /** Paths of files that are deselected; null when nothing can be chosen. */
  left: ReadonlySet<string> | null
  onChoose: (path: string, isChosen: boolean) => void
}

function ReviewFiles({ diff: { files }, left, onChoose }: ReviewFilesProps) {
  return (
    <PlainList data-slot="changes" aria-label={t('messages.changes.files')}>
      {files.map((change) => (
        <Row as="li" align="start" key={change.path} className={styles.file}>
          {left !== null && (
            <input
              type="checkbox"
              aria-label={t('agents.changes.chooseFile', { path: visibleText(change.path) })}
              checked={!left.has(change.path)}
              onChange={(event) => onChoose(change.path, event.target.checked)}
            />
          )}
          <Text as="div" grow>
            <ChangeRow change={change} isInitiallyOpen={files.length <= openUpTo} />
          </Text>
        </Row>
      ))}
    </PlainList>
  )
}

/** Diffs start expanded when there are no more than this many. */
const openUpTo = 3

/** A chat or pane whose changes can be reviewed. */
export interface ReviewPlace {
  sessionId: SessionId
  /** Its name among several. */
  name: string
  /** The folder that the agent's own was created from; null while the contestant is hidden, and nothing can be applied. */
  target: string | null
}
