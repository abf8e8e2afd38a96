import { useState } from 'react'
import { useStore } from 'zustand'

import type { ProjectId } from '../../../shared/ids'
import { type Project, projectLimits } from '../../../shared/projects/projects'
import { Problem } from '../../ui/text/problem'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import type { ProjectChoice } from '../../state/dialogs/dialogs'
import { plainScore, queryWords } from '../../state/search/word-match'
import { projectOf } from '../../state/session-list/session-entry'
import { Icon } from '../../ui/controls/icon'
import { useCombobox } from '../../ui/lists/use-combobox'
import { Dialog } from '../../ui/overlays/dialog'
import { ProjectDot } from './project-chip'
import { DialogBody, Ellipsis, Row } from '../../ui/layout/layout'
import { TextInput } from '../../ui/fields/inputs'
import styles from './choose-project-dialog.module.css'

/** More rows than anyone reads; typing finds the others. */
const maxRows = 100

/** A line of the list: a project, none, or one that is created when it is chosen. */
type Line = { id: string } & ({ project: Project | null } | { newName: string })

/** Chooses a project by typing: for chats that are moved, or to open it. */
export function ChooseProjectDialog({ choice, onClose }: { choice: ProjectChoice; onClose: () => void }) {
  const app = useApp()
  const { projects, error } = useStore(app.projects.store)
  const [query, setQuery] = useState('')
  const current = currentOf(choice, app.projects.store.getState().openId)
  const lines = linesFor(projects, { query, hasNone: choice.kind !== 'new-chat' })

  const take = (projectId: ProjectId | null, isNew = false) => {
    onClose()
    if (choice.kind === 'move') void app.organiser.move(choice.entries, projectId)
    else app.projects.open(projectId)
    if (choice.kind === 'new-chat' || (isNew && choice.kind === 'open')) app.newChat()
  }
  const choose = async (line: Line) => {
    if ('project' in line) return take(line.project?.id ?? null)
    const created = await app.projects.save({ name: line.newName })
    if (created !== null) take(created.id, true)
  }
  // The current choice is unlikely to be wanted again.
  const startsBelow = query === '' && current === null && choice.kind !== 'new-chat' && lines.length > 1
  const { field, listId, optionOf, onKeyDown } = useCombobox({
    ids: lines.map((line) => line.id),
    query,
    first: lines[startsBelow ? 1 : 0]?.id,
    onKey(event, lineId) {
      const line = lines.find(({ id }) => id === lineId)
      if (event.key !== 'Enter' || line === undefined) return false
      void choose(line)
      return true
    },
  })
  return (
    <Dialog title={titleOf(choice)} width="narrow" onClose={onClose}>
      <DialogBody gap={2} className={styles.body}>
        <TextInput
          data-first-focus
          {...field}
          aria-label={t('projects.choose.find')}
          placeholder={t('projects.choose.find')}
          maxLength={projectLimits.nameChars}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Problem size="s" error={error} />
        <div id={listId} className={styles.list} role="listbox" aria-label={t('common.projects')}>
          {lines.map((line) => (
            <Row
              pad={[0, 2]}
              key={line.id}
              {...optionOf(line.id)}
              className={styles.line}
              onClick={() => void choose(line)}
            >
              <LineContent line={line} isMove={choice.kind === 'move'} />
              {'project' in line && (line.project?.id ?? null) === current && <Icon name="check" />}
            </Row>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  )
}

function LineContent({ line, isMove }: { line: Line; isMove: boolean }) {
  if ('newName' in line) {
    return (
      <>
        <Icon name="plus" />
        <Ellipsis grow className={styles.name}>
          {t('projects.choose.create', { name: line.newName })}
        </Ellipsis>
      </>
    )
  }
  const { project } = line
  if (project === null) {
    return (
      <Ellipsis grow className={styles.name}>
        {t(isMove ? 'projects.choose.none' : 'projects.choose.all')}
      </Ellipsis>
    )
  }
  return (
    <>
      <ProjectDot colour={project.colour} />
      <Ellipsis grow className={styles.name}>
        {project.name}
      </Ellipsis>
    </>
  )
}

/**
 * The projects whose names contain all words. While nothing is typed, the entry for no project comes first; a new
 * project comes last, if its name is free.
 */
function linesFor(
  projects: readonly Project[],
  { query, hasNone }: { query: string; hasNone: boolean },
): Line[] {
  const name = query.trim().replaceAll(/\s+/gu, ' ')
  const words = queryWords(name)
  const found = projects.filter((project) =>
    words.every((word) => plainScore(project.name.toLowerCase(), word) > 0),
  )
  const isTaken = projects.some((project) => project.name.toLowerCase() === name.toLowerCase())
  return [
    ...(name === '' && hasNone ? [{ id: 'none', project: null }] : []),
    ...found.slice(0, maxRows).map((project) => ({ id: project.id, project })),
    ...(name === '' || isTaken ? [] : [{ id: 'new', newName: name }]),
  ]
}

function titleOf({ kind }: ProjectChoice): string {
  switch (kind) {
    case 'move':
      return t('projects.choose.moveTitle')
    case 'open':
      return t('projects.choose.openTitle')
    case 'new-chat':
      return t('common.newChatInProject')
    default:
      return kind satisfies never
  }
}

/** The project that is marked: undefined if the entries are in different ones. */
function currentOf(choice: ProjectChoice, openId: ProjectId | null): ProjectId | null | undefined {
  if (choice.kind !== 'move') return openId
  const [first, ...others] = choice.entries.map(projectOf)
  return others.every((id) => id === first) ? first : undefined
}
