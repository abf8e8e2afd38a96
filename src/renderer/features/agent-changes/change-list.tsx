import { useMemo } from 'react'

import type { FileChange } from '../../../shared/agents/agents'
import { t } from '../../language/t'
import { formatCount } from '../../language/format'
import { Icon } from '../../ui/controls/icon'
import { DiffView } from './diff-view'
import { patchLines } from './patch-lines'
import { useFold } from '../../ui/controls/use-fold'
import { visibleText } from '../../../shared/text/visible-text'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './change-list.module.css'

interface ChangeListProps {
  changes: readonly FileChange[]
  /** Expands the list's only file initially. */
  isInitiallyOpen?: boolean
}

/** Files that an agent has changed or wants to change: one row each, which expands to its diff. */
export function ChangeList({ changes, isInitiallyOpen = false }: ChangeListProps) {
  return (
    <ul className={styles.changes} data-slot="changes" aria-label={t('messages.changes.files')}>
      {changes.map((change, index) => (
        <li key={index}>
          <ChangeRow change={change} isInitiallyOpen={isInitiallyOpen && changes.length === 1} />
        </li>
      ))}
    </ul>
  )
}

/** One changed file; its diff is below it when expanded. */
export function ChangeRow({ change, isInitiallyOpen }: { change: FileChange; isInitiallyOpen: boolean }) {
  const { patch } = change
  const [isOpen, turn] = useFold(isInitiallyOpen && patch !== undefined)
  const path = visibleText(change.path)
  const facts = (
    <>
      <span className={styles.changePath} dir="ltr">
        {path}
      </span>
      {change.kind !== 'modified' && (
        <span className={styles.changeKind}>
          {change.movedFrom === undefined
            ? t(`messages.changes.${change.kind}`)
            : t('messages.changes.movedFrom', { path: visibleText(change.movedFrom) })}
        </span>
      )}
      {change.what !== undefined && (
        <span className={styles.changeKind}>{t(`messages.changes.what.${change.what}`)}</span>
      )}
      {change.isProgram === true && (
        <span className={styles.changeKind}>{t('messages.changes.program')}</span>
      )}
      <ChangeCounts change={change} />
    </>
  )
  if (patch === undefined || patch === '') return <div className={styles.changeRow}>{facts}</div>
  return (
    <>
      <button type="button" className={styles.changeRow} aria-expanded={isOpen} onClick={turn}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        {facts}
      </button>
      {isOpen && <Patch patch={patch} path={path} />}
    </>
  )
}

export function Patch({ patch, path }: { patch: string; path: string }) {
  const lines = useMemo(() => patchLines(patch), [patch])
  return <DiffView lines={lines} label={t('messages.changes.diffOf', { path })} />
}

/** The numbers of added and removed lines; nothing if they are unknown. */
export function ChangeCounts({ change: { added, removed } }: { change: FileChange }) {
  if (added === undefined && removed === undefined) return null
  return (
    <span className={styles.changeFigures}>
      <span className={hiddenTextStyles.hiddenText}>
        {t('messages.changes.figures', {
          added: formatCount(added ?? 0),
          removed: formatCount(removed ?? 0),
        })}
      </span>
      <span aria-hidden="true" className={styles.changeAdded}>
        +{formatCount(added ?? 0)}
      </span>{' '}
      <span aria-hidden="true" className={styles.changeRemoved}>
        −{formatCount(removed ?? 0)}
      </span>
    </span>
  )
}
