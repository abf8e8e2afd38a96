import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useStore } from 'zustand'

import type { ProjectId } from '../../../shared/ids'
import type { Project } from '../../../shared/projects/projects'
import { listTarget, type ListKeys } from '../../keyboard/list-keys'
import { t } from '../../language/t'
import { isCommandKey } from '../../state/actions/bound-keys'
import { useApp } from '../../state/app/use-app'
import { classNames } from '../../ui/class-names'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { Menu } from '../../ui/overlays/menu'
import menuStyles from '../../ui/overlays/menu.module.css'
import { ProjectDot } from './project-dot'
import { projectMenu } from './project-menu'
import { useEntryDrop } from './use-entry-drop'
import styles from './project-section.module.css'

const keysOfList: ListKeys = { atEnds: 'stay', pageLength: 5, hasHomeAndEnd: true }

/** The projects above the list of chats. One tab stop; arrow keys move between them. Chats can be dropped on them. */
export function ProjectSection() {
  const app = useApp()
  const projects = useStore(app.projects.store, (state) => state.projects)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const [lastFocused, setLastFocused] = useState<ProjectId | null>(null)
  const [menuOf, setMenuOf] = useState<ProjectId | null>(null)
  const { over, dropTarget } = useEntryDrop()
  const tabStop = (projects.find(({ id }) => id === lastFocused) ?? projects[0])?.id
  const menuProject = app.projects.find(menuOf)

  const rowAt = (index: number) =>
    list.current?.children[index]?.querySelector<HTMLElement>('[data-slot="project-link"]') ?? null
  const openMenu = (project: Project, button: HTMLElement | null) => {
    anchor.current = button
    setMenuOf(menuOf === project.id ? null : project.id)
  }
  const onKeyDown = (event: KeyboardEvent, project: Project, at: number) => {
    const bound = app.settings.getState().settings.shortcuts
    const target = listTarget(event.nativeEvent, at, projects.length, keysOfList)
    if (target !== null) rowAt(target)?.focus()
    else if (isCommandKey('rename', event, bound)) app.projects.show({ kind: 'edit', project })
    else if (isCommandKey('entryDelete', event, bound)) remove(project, at)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      openMenu(project, rowAt(at))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const remove = (project: Project, at: number) => {
    // The row disappears; focus its neighbour.
    const neighbour = rowAt(at === projects.length - 1 ? at - 1 : at + 1) ?? addButton.current
    neighbour?.focus()
    void app.projects.remove(project)
  }

  return (
    <section className={styles.section} aria-label={t('projects.title')}>
      <div className={styles.head}>
        <h2>{t('projects.title')}</h2>
        <Button
          ref={addButton}
          variant="quiet"
          aria-label={t('projects.add')}
          title={t('projects.add')}
          onClick={() => app.projects.show({ kind: 'edit', project: null })}
        >
          <Icon name="plus" />
        </Button>
      </div>
      {projects.length > 0 && (
        <ul ref={list} className={styles.list}>
          {projects.map((project, at) => (
            <li
              key={project.id}
              className={classNames(styles.row, over === project.id && styles.over)}
              onContextMenu={(event: MouseEvent) => {
                event.preventDefault()
                openMenu(project, rowAt(at))
              }}
              {...dropTarget(project.id)}
            >
              <button
                type="button"
                className={styles.link}
                data-slot="project-link"
                tabIndex={project.id === tabStop ? 0 : -1}
                title={project.name}
                onClick={() => app.projects.open(project.id)}
                onFocus={() => setLastFocused(project.id)}
                onKeyDown={(event) => onKeyDown(event, project, at)}
              >
                <ProjectDot colour={project.colour} />
                <span className={styles.name}>{project.name}</span>
              </button>
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
            </li>
          ))}
        </ul>
      )}
      {menuProject !== null && (
        <Menu anchor={anchor} items={projectMenu(app, menuProject)} onClose={() => setMenuOf(null)} />
      )}
    </section>
  )
}
