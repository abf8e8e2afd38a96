import type { ProjectDialogState } from '../../state/dialogs/dialogs'
import { KnowledgeDialog } from '../knowledge/knowledge-dialog'
import { ChooseProjectDialog } from './choose-project-dialog'
import { ProjectDialog } from './project-dialog'

/** The dialogs about projects. */
export function ProjectsDialogs({ shown, onClose }: { shown: ProjectDialogState; onClose: () => void }) {
  if (shown.kind === 'knowledge') return <KnowledgeDialog project={shown.project} onClose={onClose} />
  if (shown.kind === 'edit') return <ProjectDialog project={shown.project} onClose={onClose} />
  return <ChooseProjectDialog choice={shown} onClose={onClose} />
}
