import type { Project } from '../../../shared/projects/projects'
import { writtenKeys } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { classNames } from '../../ui/class-names'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { MenuButton } from '../../ui/overlays/menu'
import { ProjectDot } from './project-chip'
import { projectMenu } from './project-section'
import { useEntryDrop } from './use-entry-drop'
import { Row } from '../../ui/layout/layout'
import styles from './project-header.module.css'

/** The heading above the chats of the open project. Chats dropped on its back button leave the project. */
export function ProjectHeader({ project, onBack }: { project: Project; onBack: () => void }) {
  const app = useApp()
  const { over, dropTarget } = useEntryDrop()
  return (
    <Row gap={1.5} grow={false} className={styles.header}>
      <span className={classNames(styles.back, over === 'none' && styles.over)} {...dropTarget(null)}>
        <Button
          variant="quiet"
          aria-label={t('projects.backToAll')}
          title={writtenKeys('Escape', keyHost)}
          onClick={onBack}
        >
          <Icon name="chevronLeft" />
        </Button>
      </span>
      <ProjectDot colour={project.colour} />
      <h2 title={project.name}>{project.name}</h2>
      <MenuButton label={t('projects.menu', { name: project.name })} items={projectMenu(app, project)} />
    </Row>
  )
}
