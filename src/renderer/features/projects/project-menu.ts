import type { Project } from '../../../shared/projects/projects'
import { t } from '../../language/t'
import { keysOf } from '../../state/actions/bound-keys'
import type { AppState } from '../../state/app/app-state'
import type { MenuItem } from '../../ui/overlays/menu'

/** The actions for a project, in order. */
export function projectMenu(app: AppState, project: Project): MenuItem[] {
  const { projects, dialogs } = app
  const { shortcuts } = app.settings.getState().settings
  const last = projects.store.getState().projects.length - 1
  const begin = (what: () => void) => {
    projects.open(project.id)
    what()
  }
  const move = (by: 1 | -1) => void projects.save({ id: project.id, position: project.position + by })
  return [
    { label: t('projects.newChat'), onChoose: () => begin(app.newChat) },
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
      label: t('sessions.actions.export'),
      onChoose: () => dialogs.open({ kind: 'export', subject: { kind: 'project', projectId: project.id } }),
    },
    ...(project.position > 0 ? [{ label: t('projects.moveUp'), onChoose: () => move(-1) }] : []),
    ...(project.position < last ? [{ label: t('projects.moveDown'), onChoose: () => move(1) }] : []),
    {
      label: t('common.delete'),
      shortcut: keysOf('entryDelete', shortcuts),
      isDanger: true,
      onChoose: () => void projects.remove(project),
    },
  ]
}
