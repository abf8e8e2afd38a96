import { useStore } from 'zustand'

import type { ProjectId } from '../../../shared/ids'
import type { ProjectColour } from '../../../shared/projects/projects'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Ellipsis } from '../../ui/layout/layout'
import styles from './project-chip.module.css'

interface ProjectChipProps {
  projectId: ProjectId | null | undefined
  /** Another project is to be chosen. */
  onChange: () => void
}

/** The project of a chat or comparison, in the title bar. Shows nothing without one. */
export function ProjectChip({ projectId, onChange }: ProjectChipProps) {
  const { projects } = useApp()
  const project = useStore(projects.store, (state) => state.projects.find(({ id }) => id === projectId))
  if (project === undefined) return null
  const label = t('projects.chip', { name: project.name })
  return (
    <Button
      variant="quiet"
      className={styles.chip}
      aria-label={label}
      aria-haspopup="dialog"
      title={label}
      onClick={onChange}
    >
      <ProjectDot colour={project.colour} />
      <Ellipsis className={styles.name}>{project.name}</Ellipsis>
    </Button>
  )
}

/** The colour of a project. Decorative: the name is next to it. */
export function ProjectDot({ colour }: { colour: ProjectColour }) {
  return <span className={styles.dot} data-colour={colour} aria-hidden="true" />
}
