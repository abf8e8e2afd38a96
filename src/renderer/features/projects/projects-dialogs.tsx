import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'
import { KnowledgeDialog } from '../knowledge/knowledge-dialog'
import { ChooseProjectDialog } from './choose-project-dialog'
import { ProjectDialog } from './project-dialog'

/** The dialog about projects that is open, if any. */
export function ProjectsDialogs() {
  const { projects } = useApp()
  const dialog = useStore(projects.store, (state) => state.dialog)
  if (dialog === null) return null
  const close = () => projects.show(null)
  if (dialog.kind === 'knowledge') return <KnowledgeDialog project={dialog.project} onClose={close} />
  return dialog.kind === 'edit' ? (
    <ProjectDialog project={dialog.project} onClose={close} />
  ) : (
    <ChooseProjectDialog choice={dialog} onClose={close} />
  )
}
