import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type DragEvent,
} from 'react'
import { useStore } from 'zustand'

import type { ProjectId } from '../../../shared/ids'
import type { Project } from '../../../shared/projects/projects'
import { listTarget, type ListKeys } from '../../keyboard/list-keys'
import { t } from '../../language/t'
import { isCommandKey, keysOf } from '../../state/actions/bound-keys'
import { useApp } from '../../state/app/use-app'
import { classNames } from '../../ui/class-names'
import { IconButton } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { Menu, type MenuItem, MenuButton } from '../../ui/overlays/menu'
import { scalesOf } from '../../ui/theme/scales'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import { ProjectDot } from './project-chip'
import { Ellipsis, Row, Stack } from '../../ui/layout/layout'
import type { AppState } from '../../state/app/app-state'
import { writtenKeys } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import menuStyles from '../../ui/overlays/menu.module.css'
import styles from './project-section.module.css'
import projectHeaderStyles from './project-header.module.css'

/** The height of `--row` at the normal size of text. */
const rowPx = 32
/** A list of up to so many projects is drawn whole. */
const wholeUpTo = 40

const keysOfList: ListKeys = { atEnds: 'stay', pageLength: 5, hasHomeAndEnd: true }

/** The projects above the list of chats. One tab stop; arrow keys move between them. Chats can be dropped on them. */
export function ProjectSection() {
  const app = useApp()
  const projects = useStore(app.projects.store, (state) => state.projects)
  const textSize = useStore(app.settings.store, (state) => state.settings.textSize)
  const density = useStore(app.settings.store, (state) => state.settings.density)
  const list = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const [lastFocused, setLastFocused] = useState<ProjectId | null>(null)
  const [menuOf, setMenuOf] = useState<ProjectId | null>(null)
  const { over, dropTarget } = useEntryDrop()
  const tabStop = (projects.find(({ id }) => id === lastFocused) ?? projects[0])?.id
  const menuProject = app.projects.find(menuOf)

  const rows = useMemo(() => {
    const scales = scalesOf({ textSize, density })
    const heightPx = Math.round(rowPx * scales.text * scales.density)
    return projects.map((project, at) => ({ key: project.id, project, at, heightPx }))
  }, [projects, textSize, density])
  const { drawn, heightPx, show } = useVirtualRows({
    scroller: list,
    rows,
    always: [tabStop, menuOf].map((id) => projects.findIndex((project) => project.id === id)),
    wholeUpTo,
  })

  const linkOf = (id: ProjectId | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-project-id="${id}"] [data-slot="project-link"]`) ?? null
  /** Gets the focus once it is drawn. */
  const wanted = useRef<ProjectId | null>(null)
  const focusWanted = () => {
    const link = wanted.current === null ? null : linkOf(wanted.current)
    if (link === null) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }
  useLayoutEffect(focusWanted)
  const focusAt = (index: number) => {
    const id = projects[index]?.id
    if (id === undefined) return
    show(index)
    setLastFocused(id)
    wanted.current = id
    focusWanted()
  }
  const openMenu = (project: Project, button: HTMLElement | null) => {
    anchor.current = button
    setMenuOf(menuOf === project.id ? null : project.id)
  }
  const onKeyDown = (event: KeyboardEvent, project: Project, at: number) => {
    const bound = app.settings.store.getState().settings.shortcuts
    const target = listTarget(event.nativeEvent, at, projects.length, keysOfList)
    if (target !== null) focusAt(target)
    else if (isCommandKey('rename', event, bound))
      app.dialogs.open({ kind: 'project', shown: { kind: 'edit', project } })
    else if (isCommandKey('entryDelete', event, bound)) remove(project, at)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      openMenu(project, linkOf(project.id))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const remove = (project: Project, at: number) => {
    // The row disappears; focus its neighbour.
    if (projects.length === 1) addButton.current?.focus()
    else focusAt(at === projects.length - 1 ? at - 1 : at + 1)
    void app.projects.remove(project)
  }

  return (
    <Stack as="section" gap={0} grow={false} aria-label={t('common.projects')}>
      <Row gap={0} justify="between" className={styles.head}>
        <h2>{t('common.projects')}</h2>
        <IconButton
          icon="plus"
          label={t('projects.add')}
          ref={addButton}
          onClick={() => app.dialogs.open({ kind: 'project', shown: { kind: 'edit', project: null } })}
        />
      </Row>
      {projects.length > 0 && (
        <div ref={list} className={styles.list}>
          <ul style={{ height: heightPx }}>
            {drawn.map(({ row: { project, at, heightPx: height }, topPx }) => (
              <Row
                as="li"
                gap={0}
                key={project.id}
                style={{ top: topPx, height }}
                data-project-id={project.id}
                aria-posinset={at + 1}
                aria-setsize={projects.length}
                className={classNames(styles.row, over === project.id && styles.over)}
                onContextMenu={(event: MouseEvent) => {
                  event.preventDefault()
                  openMenu(project, linkOf(project.id))
                }}
                {...dropTarget(project.id)}
              >
                <Row
                  as="button"
                  grow
                  pad={[0, 2]}
                  className={styles.link}
                  data-slot="project-link"
                  tabIndex={project.id === tabStop ? 0 : -1}
                  title={project.name}
                  onClick={() => app.projects.open(project.id)}
                  onFocus={() => setLastFocused(project.id)}
                  onKeyDown={(event) => onKeyDown(event, project, at)}
                >
                  <ProjectDot colour={project.colour} />
                  <Ellipsis className={styles.name}>{project.name}</Ellipsis>
                </Row>
                <button
                  type="button"
                  tabIndex={-1}
                  className={classNames(menuStyles.button, styles.menu)}
                  data-slot="menu-button"
                  aria-label={t('projects.menu', { name: project.name })}
                  aria-haspopup="menu"
                  aria-expanded={project.id === menuOf}
                  onClick={({ currentTarget }) => openMenu(project, currentTarget)}
                >
                  <Icon name="more" />
                </button>
              </Row>
            ))}
          </ul>
        </div>
      )}
      {menuProject !== null && (
        <Menu anchor={anchor} items={projectMenu(app, menuProject)} onClose={() => setMenuOf(null)} />
      )}
    </Stack>
  )
}

/** The actions for a project, in order. */
function projectMenu(app: AppState, project: Project): MenuItem[] {
  const { projects, dialogs } = app
  const { shortcuts } = app.settings.store.getState().settings
  const last = projects.store.getState().projects.length - 1
  const begin = (what: () => void) => {
    projects.open(project.id)
    what()
  }
  const move = (by: 1 | -1) => void projects.save({ id: project.id, position: project.position + by })
  return [
    { label: t('common.newChatInProject'), onChoose: () => begin(app.newChat) },
    { label: t('projects.newCompare'), onChoose: () => begin(app.newCompare) },
    {
      label: t('projects.edit'),
      shortcut: keysOf('rename', shortcuts),
      onChoose: () => dialogs.open({ kind: 'project', shown: { kind: 'edit', project } }),
    },
    {
      label: t('projects.knowledge'),
      onChoose: () => dialogs.open({ kind: 'project', shown: { kind: 'knowledge', project } }),
    },
    {
      label: t('common.export'),
      onChoose: () => dialogs.open({ kind: 'export', subject: { kind: 'project', projectId: project.id } }),
    },
    ...(project.position > 0 ? [{ label: t('common.moveUp'), onChoose: () => move(-1) }] : []),
    ...(project.position < last ? [{ label: t('common.moveDown'), onChoose: () => move(1) }] : []),
    {
      label: t('common.delete'),
      shortcut: keysOf('entryDelete', shortcuts),
      isDanger: true,
      onChoose: () => void projects.remove(project),
    },
  ]
}

/** The heading above the chats of the open project. Chats dropped on its back button leave the project. */
export function ProjectHeader({ project, onBack }: { project: Project; onBack: () => void }) {
  const app = useApp()
  const { over, dropTarget } = useEntryDrop()
  return (
    <Row gap={1.5} grow={false} className={projectHeaderStyles.header}>
      <span
        className={classNames(projectHeaderStyles.back, over === 'none' && projectHeaderStyles.over)}
        {...dropTarget(null)}
      >
        <IconButton
          icon="chevronLeft"
          label={t('projects.backToAll')}
          title={writtenKeys('Escape', keyHost)}
          onClick={onBack}
        />
      </span>
      <ProjectDot colour={project.colour} />
      <h2 title={project.name}>{project.name}</h2>
      <MenuButton label={t('projects.menu', { name: project.name })} items={projectMenu(app, project)} />
    </Row>
  )
}

/** Lets chats and comparisons of the list be dropped on projects, or where they leave theirs (null). */
function useEntryDrop() {
  const app = useApp()
  const [over, setOver] = useState<ProjectId | 'none' | null>(null)
  return {
    /** The place that they would be dropped on. */
    over,
    dropTarget: (projectId: ProjectId | null) => ({
      onDragOver: (event: DragEvent) => {
        if (app.projects.dragged.length === 0) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOver(projectId ?? 'none')
      },
      onDragLeave: () => setOver(null),
      onDrop: (event: DragEvent) => {
        const { dragged } = app.projects
        setOver(null)
        if (dragged.length === 0) return
        event.preventDefault()
        void app.organiser.move(dragged, projectId)
      },
    }),
  }
}
