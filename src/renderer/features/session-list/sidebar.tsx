import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { hashOfView, isTemporaryView, places } from '../../state/navigation/navigation'
import type { SessionFolderName } from '../../state/session-list/session-folder'
import { useApp, useShortcutKeys, useShortcutNames } from '../../state/app/use-app'
import { dialogIn } from '../../state/dialogs/dialogs'
import { classNames } from '../../ui/class-names'
import { Button, IconButton } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { Icon } from '../../ui/controls/icon'
import { isUnhandledEscape } from '../../keyboard/key-presses'
import { SessionRows } from './session-rows'
import { ProjectHeader, ProjectSection } from '../projects/project-section'
import type { UndoOffer } from '../../state/session-list/session-organiser'
import { ErrorBar, UndoBar } from '../../ui/controls/notice-bar'
import { countOf } from '../../state/session-list/session-groups'
import { Ellipsis, PlainList, Row, Stack } from '../../ui/layout/layout'
import { ariaKeys, writtenKeys } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import { EraseDialog } from './erase-dialog'
import rowStyles from './session-row.module.css'
import styles from './sidebar.module.css'
import temporaryEntryStyles from './temporary-entry.module.css'
import folderHeaderStyles from './folder-header.module.css'

const clockStepMs = 30_000

/** New chat, New compare, the search, all chats and comparisons, and the places, with the archive and trash. */
export function Sidebar() {
  const app = useApp()
  const shortcutNames = useShortcutNames()
  const shortcutKeys = useShortcutKeys()
  const [folder, setFolder] = useState<Exclude<SessionFolderName, 'project'>>('chats')
  const offer = useStore(app.organiser.store, (state) => state.offer)
  const searchButton = useRef<HTMLButtonElement>(null)
  const now = useClock()
  const openProject = useStore(app.projects.store, (state) =>
    state.projects.find(({ id }) => id === state.openId),
  )
  const list = folder === 'chats' && openProject !== undefined ? 'project' : folder
  useEffect(() => app.sessionList.open(list), [app, list])

  const focusAbove = () => searchButton.current?.focus()
  const backToChats = () => {
    if (list === 'project') app.projects.open(null)
    setFolder('chats')
    focusAbove()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isUnhandledEscape(event)) return
    // If Escape closes nothing here, it may stop the answer.
    if (list !== 'chats' || app.navigation.getState().isSidebarOpen) event.preventDefault()
    if (list !== 'chats') backToChats()
    else leaveSidebar()
  }
  const leaveSidebar = () => {
    app.navigation.setState({ isSidebarOpen: false })
    document.querySelector<HTMLElement>('[data-look="column"] textarea, [data-look="wide"] textarea')?.focus()
  }

  return (
    <Stack as="aside" className={styles.sidebar} data-slot="sidebar" onKeyDown={onKeyDown}>
      <Row align="stretch" wrap gap={1.5} className={styles.sidebarNew}>
        <Button title={shortcutNames('newChat')} onClick={app.newChat}>
          {t('actions.titles.newChat')}
        </Button>
        <Button title={shortcutNames('newCompare')} onClick={app.newCompare}>
          {t('actions.titles.newCompare')}
        </Button>
      </Row>
      <button
        ref={searchButton}
        type="button"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(shortcutKeys('palette'), keyHost)}
        data-slot="search-button"
        onClick={() => app.actions.run('palette')}
        onKeyDown={onSearchKeyDown}
      >
        <Icon name="search" />
        <Ellipsis grow>{t('common.search')}</Ellipsis>
        <kbd aria-hidden="true">{shortcutNames('palette')}</kbd>
      </button>
      <TemporaryEntry />
      {folder !== 'chats' ? (
        <FolderHeader folder={folder} onBack={backToChats} />
      ) : openProject === undefined ? (
        <ProjectSection />
      ) : (
        <ProjectHeader project={openProject} onBack={backToChats} />
      )}
      <SessionRows
        key={list === 'project' ? openProject?.id : list}
        folder={list}
        now={now}
        onLeaveAbove={focusAbove}
      />
      <ListErrors folder={list} />
      <RemovedProjectBar />
      {offer !== null && <UndoOfferBar key={offer.entries[0]?.key} offer={offer} />}
      <Places />
      <Row align="stretch" gap={0} wrap className={styles.foot}>
        <Button variant="quiet" title={shortcutNames('settings')} onClick={() => app.openSettings()}>
          <Icon name="settings" /> {t('actions.titles.settings')}
        </Button>
        {(['archived', 'trash'] as const).map((name) => (
          <Button
            key={name}
            variant="quiet"
            aria-pressed={folder === name}
            onClick={() => setFolder(folder === name ? 'chats' : name)}
          >
            {t(`sessions.sidebar.${name}`)}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}

/** Arrow down leads from the search to the list. */
function onSearchKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  event.currentTarget
    .closest('aside')
    ?.querySelector<HTMLElement>('[data-slot="session-link"][tabindex="0"]')
    ?.focus()
}

/** Reports that a project was deleted, and offers to undo it for a while. */
function RemovedProjectBar() {
  const { projects } = useApp()
  const removed = useStore(projects.store, (state) => state.removed)
  if (removed === null) return null
  return (
    <UndoBar
      key={removed.id}
      text={t('projects.removed', { name: removed.name })}
      onUndo={(button) => {
        // The button disappears; focus the list.
        button
          .closest('aside')
          ?.querySelector<HTMLElement>('[data-slot="session-link"][tabindex="0"]')
          ?.focus()
        void projects.undoRemove()
      }}
      onGone={() => projects.forgetRemoved()}
    />
  )
}

/** Why the list could not be loaded, and why an action failed. */
function ListErrors({ folder }: { folder: SessionFolderName }) {
  const { sessionList, projects, dialogs } = useApp()
  const loadError = useStore(sessionList.folders[folder].store, (state) => state.error)
  const actionError = useStore(sessionList.actions, (state) => state.actionError)
  // An open dialog shows it itself.
  const isDialogOpen = useStore(dialogs.store, (state) => dialogIn(state, 'project') !== null)
  const projectError = useStore(projects.store, ({ error }) => (isDialogOpen ? null : error))
  return (
    <>
      {loadError !== null && (
        <ErrorBar
          text={errorLine(loadError)}
          action={t('common.tryAgain')}
          onAction={() => void sessionList.load()}
        />
      )}
      {actionError !== null && (
        <ErrorBar
          text={errorLine(actionError)}
          action={t('common.dismiss')}
          onAction={() => sessionList.dismissError()}
        />
      )}
      {projectError !== null && (
        <ErrorBar
          text={errorLine(projectError)}
          action={t('common.dismiss')}
          onAction={() => projects.dismissError()}
        />
      )}
    </>
  )
}

/** The current time, updated often enough for "5 min". */
function useClock(): number {
  const { environment } = useApp()
  const [now, setNow] = useState(() => environment.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(environment.now()), clockStepMs)
    return () => clearInterval(timer)
  }, [environment])
  return now
}

/** Reports what was deleted or archived, and offers to undo it for a while. */
function UndoOfferBar({ offer }: { offer: UndoOffer }) {
  const { organiser } = useApp()
  return (
    <UndoBar
      text={whatWasDone(offer)}
      onUndo={(button) => {
        // The button disappears; focus the list.
        button
          .closest('aside')
          ?.querySelector<HTMLElement>('[data-slot="session-link"][tabindex="0"]')
          ?.focus()
        void organiser.undo()
      }}
      onGone={() => organiser.forgetOffer()}
    />
  )
}

function whatWasDone({ did, entries }: UndoOffer): string {
  const [first, ...others] = entries
  return first !== undefined && others.length === 0
    ? t(`sessions.undo.${did}One`, { title: first.title })
    : t(`sessions.undo.${did}Many`, { what: countOf(entries) })
}

/** The temporary chat that is open. It is above the list, because it is not part of it. */
function TemporaryEntry() {
  const view = useStore(useApp().navigation, (state) => state.view)
  if (!isTemporaryView(view)) return null
  return (
    <div className={classNames(rowStyles.sessionRow, rowStyles.current, temporaryEntryStyles.entry)}>
      <a className={rowStyles.sessionLink} href={hashOfView(view)} aria-current="page">
        <Icon name="temporary" />
        <Row as="span" align="stretch" gap={0} grow className={rowStyles.sessionTitle}>
          {t('actions.titles.temporaryChat')}
        </Row>
      </a>
    </div>
  )
}

/** The pages beside chats and comparisons. */
function Places() {
  const { kind } = useStore(useApp().navigation, (state) => state.view)
  const shortcutNames = useShortcutNames()
  return (
    <PlainList aria-label={t('sessions.sidebar.places')} className={styles.places}>
      {places.map(({ action, view }) => (
        <li
          key={action}
          className={classNames(rowStyles.sessionRow, kind === view.kind && rowStyles.current)}
        >
          <a
            className={rowStyles.sessionLink}
            href={hashOfView(view)}
            title={shortcutNames(action)}
            aria-current={kind === view.kind ? 'page' : undefined}
          >
            <Icon name={action} />
            {t(`actions.titles.${action}`)}
          </a>
        </li>
      ))}
    </PlainList>
  )
}

/** The heading above the archive or trash, with a button back to the chats. */
function FolderHeader({
  folder,
  onBack,
}: {
  folder: Exclude<SessionFolderName, 'chats' | 'project'>
  onBack: () => void
}) {
  const app = useApp()
  const isEmpty = useStore(
    app.sessionList.folders[folder].store,
    ({ sessions, comparisons }) => sessions.length + comparisons.length === 0,
  )
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Row gap={1} className={folderHeaderStyles.folderHeader}>
      <IconButton
        icon="chevronLeft"
        label={t('sessions.sidebar.backToChats')}
        title={writtenKeys('Escape', keyHost)}
        onClick={onBack}
      />
      <h2>{t(`sessions.sidebar.${folder}`)}</h2>
      {folder === 'trash' && !isEmpty && (
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {t('sessions.erase.emptyTrash')}
        </Button>
      )}
      {isAsking && (
        <EraseDialog
          entries={null}
          onErase={() => void app.organiser.emptyTrash()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Row>
  )
}
