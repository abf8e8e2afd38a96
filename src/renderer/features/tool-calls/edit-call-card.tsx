import type { ReactNode } from 'react'

import type { FileChange } from '../../../shared/agents/agents'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { CallCard } from './call-card'
import { resultText, type CallFacts } from '../approvals/call-facts'
import { ChangeCounts, ChangeList, ChangePage, Patch, shownPath } from '../agent-changes/change-list'
import { ToolText } from './tool-text'
import { withoutMiddle } from '../../../shared/text/visible-text'
import { Hint } from '../../ui/layout/layout'
import styles from './tool-calls.module.css'

/** Of a path in a heading. While the change waits for a decision, all of the path is shown. */
const pathChars = 100

interface EditCardProps extends CallFacts {
  changes: readonly FileChange[]
  approvals: readonly ApprovalRequest[]
  aside?: ReactNode
}

/** A call's changes to files, with line counts and diffs. */
export function EditCard({ call, result, changes, approvals, aside }: EditCardProps) {
  const [only, ...others] = changes
  const isFailed = result?.isError === true
  const isMade = call.state === 'done'
  return (
    <CallCard
      call={call}
      approvals={approvals}
      isOpenByItself={call.state === 'running'}
      head={
        only !== undefined && others.length === 0 ? (
          <OneFile change={only} isMade={isMade} isAsked={approvals.length > 0} />
        ) : (
          manyFiles(changes, isMade)
        )
      }
      details={<ChangeCounts change={sumOf(changes)} />}
      aside={aside}
    >
      {() => (
        <>
          {only?.patch !== undefined && only.patch !== '' && others.length === 0 ? (
            <>
              <Patch patch={only.patch} path={shownPath(only.path)} />
              <ChangePage change={only} isMade={isMade} />
            </>
          ) : (
            <ChangeList changes={changes} isMade={isMade} />
          )}
          {isFailed && <ToolText label={t('messages.tool.error')} text={resultText(result)} />}
        </>
      )}
    </CallCard>
  )
}

function OneFile({ change, isMade, isAsked }: { change: FileChange; isMade: boolean; isAsked: boolean }) {
  const pathOf = (path: string) => (isAsked ? shownPath(path) : shownPath(withoutMiddle(path, pathChars)))
  return (
    <span className={styles.callFile}>
      <Hint as="span">{isMade ? verbOf(change.kind) : wishOf(change.kind)}</Hint>{' '}
      <code dir="ltr">{pathOf(change.path)}</code>
      {change.movedFrom !== undefined && (
        <Hint as="span"> {t('messages.changes.movedFrom', { path: pathOf(change.movedFrom) })}</Hint>
      )}
    </span>
  )
}

function manyFiles({ length: count }: readonly FileChange[], isMade: boolean): string {
  return t(isMade ? 'messages.changes.manyFiles' : 'messages.changes.toChange', { count })
}

/** A change that waits for the user, was not allowed or failed: nobody must think that it was made. */
function wishOf(kind: FileChange['kind']): string {
  switch (kind) {
    case 'added':
      return t('messages.changes.toWrite')
    case 'modified':
      return t('messages.changes.toEdit')
    case 'deleted':
      return t('messages.changes.toDelete')
    case 'moved':
      return t('messages.changes.toMove')
    default:
      return assertNever(kind)
  }
}

function verbOf(kind: FileChange['kind']): string {
  switch (kind) {
    case 'added':
      return t('messages.changes.wrote')
    case 'modified':
      return t('messages.changes.changed')
    case 'deleted':
      return t('messages.changes.removed')
    case 'moved':
      return t('messages.changes.renamed')
    default:
      return assertNever(kind)
  }
}

function sumOf(changes: readonly FileChange[]): FileChange {
  const known = changes.filter(({ added, removed }) => added !== undefined || removed !== undefined)
  const sum: FileChange = { path: '', kind: 'modified' }
  if (known.length === 0) return sum
  sum.added = known.reduce((count, { added = 0 }) => count + added, 0)
  sum.removed = known.reduce((count, { removed = 0 }) => count + removed, 0)
  return sum
}
