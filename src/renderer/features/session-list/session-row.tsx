import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { hashOfView } from '../../state/navigation/navigation'
import { isLocal, projectOf, viewOfEntry, type SessionEntry } from '../../state/session-list/session-entry'
import { useApp } from '../../state/app/use-app'
import { Icon } from '../../ui/controls/icon'
import { Dot } from '../../ui/controls/dot'
import { TitleField } from '../../ui/fields/title-field'
import { classNames } from '../../ui/class-names'
import { ProjectDot } from '../projects/project-chip'
import { LocalMark } from '../title-bar/local-mark'
import { Ellipsis, HiddenText, Row, Text } from '../../ui/layout/layout'
import menuStyles from '../../ui/overlays/menu.module.css'
import styles from './session-row.module.css'

export interface SessionListRowProps {
  entry: SessionEntry
  top: number
  height: number
  position: number
  groupSize: number
  /** Shown at the right end while the pointer or the focus is on the row; in the trash, always. */
  time: string
  /** False in the trash, whose entries cannot be opened. */
  isOpenable: boolean
  isCurrent: boolean
  /** The only row that Tab reaches (roving tabindex). */
  isTabStop: boolean
  isSelected: boolean
  /** Some row is selected, so every row shows its checkbox. */
  isSelecting: boolean
  isMenuOpen: boolean
  isRenaming: boolean
  /** Renaming has ended; `isByKey` if a key ended it. */
  onRenamed: (entry: SessionEntry, isByKey: boolean) => void
}

/** One chat or comparison. The list that contains it handles its actions. */
export const SessionListRow = memo(function SessionListRow(props: SessionListRowProps) {
  const { entry, time, isOpenable, isCurrent, isTabStop, isSelected, isSelecting } = props
  const app = useApp()
  const hasDraft = useHasDraft(entry)
  const place = {
    style: { top: props.top, height: props.height },
    'data-key': entry.key,
    'aria-posinset': props.position,
    'aria-setsize': props.groupSize,
  }
  if (props.isRenaming) {
    return (
      <li className={classNames(styles.sessionRow, styles.renaming)} {...place}>
        <Mark entry={entry} />
        <TitleField
          title={entry.title}
          label={t('common.title')}
          onRename={(title) => {
            if (entry.kind === 'chat') void app.sessionList.renameSession(entry.id, title)
            else void app.sessionList.renameComparison(entry.id, title)
          }}
          onDone={(isByKey) => props.onRenamed(entry, isByKey)}
        />
      </li>
    )
  }
  const content = (
    <>
      {isSelecting ? <Check isSelected={isSelected} /> : <Mark entry={entry} />}
      <Title title={entry.title} />
      <ProjectMark entry={entry} />
      {isLocal(entry) && <LocalMark />}
      {hasDraft && !isCurrent && (
        <Row as="span" align="stretch" gap={0} grow={false} tone="faint" title={t('sessions.row.hasDraft')}>
          <Icon name="pencil" />
          <HiddenText>{t('sessions.row.draft')}</HiddenText>
        </Row>
      )}
      {entry.kind === 'compare' && isOpenable && (
        <Text grow={false} tone="faint" size="xs" tabular>
          <span aria-label={t('sessions.row.panes', { count: entry.comparison.paneCount })}>
            {entry.comparison.paneCount}
          </span>
        </Text>
      )}
      <Text
        grow={false}
        tone="faint"
        size="xs"
        tabular
        className={classNames(isOpenable && styles.timeOnHover)}
        data-slot="session-time"
      >
        {time}
      </Text>
    </>
  )
  const target = {
    className: styles.sessionLink,
    'data-slot': 'session-link',
    title: entry.title,
    tabIndex: isTabStop ? 0 : -1,
  }
  return (
    <li className={classOf(isCurrent, isSelected)} {...place}>
      {isOpenable ? (
        <a {...target} href={hashOfView(viewOfEntry(entry))} aria-current={isCurrent ? 'page' : undefined}>
          {content}
        </a>
      ) : (
        <button {...target} type="button" aria-haspopup="menu">
          {content}
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={classNames(menuStyles.button, styles.sessionMenu)}
        data-slot="menu-button"
        aria-label={t('sessions.row.actions', { title: entry.title })}
        aria-haspopup="menu"
        aria-expanded={props.isMenuOpen}
      >
        <Icon name="more" />
      </button>
    </li>
  )
})

/** The number of a copy stays readable where the title is cut. */
function Title({ title }: { title: string }) {
  const [, name = title, number = ''] = /^(.+)( \(\d{1,3}\))$/su.exec(title) ?? []
  return (
    <Row as="span" align="stretch" gap={0} grow className={styles.sessionTitle}>
      <Ellipsis dir="auto" className={styles.sessionName}>
        {name}
      </Ellipsis>
      {number !== '' && <span className={styles.sessionNumber}>{number}</span>}
    </Row>
  )
}

/** The project of an entry, unless only those of one project are listed. */
function ProjectMark({ entry }: { entry: SessionEntry }) {
  const { projects } = useApp()
  const id = projectOf(entry)
  const project = useStore(projects.store, (state) =>
    state.openId === null ? state.projects.find((known) => known.id === id) : undefined,
  )
  if (project === undefined) return null
  const label = t('projects.chip', { name: project.name })
  return (
    <Row as="span" align="stretch" gap={0} grow={false} title={label}>
      <ProjectDot colour={project.colour} />
      <HiddenText>{label}</HiddenText>
    </Row>
  )
}

function classOf(isCurrent: boolean, isSelected: boolean): string {
  return classNames(styles.sessionRow, isCurrent && styles.current, isSelected && styles.selected)
}

function useHasDraft(entry: SessionEntry): boolean {
  const { drafts } = useApp()
  const place = `${entry.kind}:${entry.id}`
  return useStore(drafts.store, ({ byPlace }) => (byPlace[place] ?? '').trim() !== '')
}

interface SideMarkProps {
  /** The icon or dot. */
  children?: ReactNode
  /** Its meaning, for screen readers. */
  label?: string
  title?: string
  className?: string | undefined
  'data-slot'?: string
}

/** The mark before an entry of the sidebar. Without content, it keeps the place free. */
function SideMark({ children, label, title, className, 'data-slot': slot }: SideMarkProps) {
  return (
    <Row
      as="span"
      gap={0}
      justify="center"
      grow={false}
      tone="faint"
      className={classNames(styles.sessionMark, className)}
      title={title}
      data-slot={slot}
    >
      {children}
      {label !== undefined && <HiddenText>{label}</HiddenText>}
    </Row>
  )
}

/** The checkbox of a row. */
function Check({ isSelected }: { isSelected: boolean }) {
  return (
    <SideMark
      className={classNames(styles.sessionCheck, isSelected && styles.sessionCheckOn)}
      data-slot="session-check"
      {...(isSelected ? { label: t('sessions.row.selected') } : {})}
    >
      {isSelected && <Icon name="check" />}
    </SideMark>
  )
}

/** The mark before the title: waiting for a decision, running, the kind of entry, unread, failed or pinned. */
function Mark({ entry }: { entry: SessionEntry }) {
  if (entry.needsDecision) {
    return (
      <SideMark label={t('sessions.row.needsDecision')} title={t('messages.approval.needsDecision')}>
        <Dot state="asking" />
      </SideMark>
    )
  }
  if (entry.running) {
    return (
      <SideMark label={t('sessions.row.running')}>
        <Dot state="running" />
      </SideMark>
    )
  }
  if (entry.kind === 'compare') {
    return (
      <SideMark label={t('sessions.row.comparison')}>
        <Icon name="compare" />
      </SideMark>
    )
  }
  if (entry.session.unseen) {
    return (
      <SideMark label={t('sessions.row.newAnswer')}>
        <Dot state="unseen" />
      </SideMark>
    )
  }
  if (entry.session.unseenFailure === true) {
    return (
      <SideMark label={t('sessions.row.failedAnswer')}>
        <span className={styles.failedMark}>
          <Icon name="failed" />
        </span>
      </SideMark>
    )
  }
  return <SideMark>{entry.pinned && <Icon name="pin" />}</SideMark>
}
