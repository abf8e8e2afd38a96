import type { ProjectColour } from '../../../shared/projects/projects'
import styles from './project-dot.module.css'

/** The colour of a project. Decorative: the name is next to it. */
export function ProjectDot({ colour }: { colour: ProjectColour }) {
  return <span className={styles.dot} data-colour={colour} aria-hidden="true" />
}
