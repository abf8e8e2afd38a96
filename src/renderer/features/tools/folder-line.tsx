import { folderName } from '../../../shared/text/folder-name'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { Button } from '../../ui/controls/button'
import styles from './tool-switches.module.css'

interface FolderLineProps {
  /** The folder of the chat, or of each pane. */
  folders: readonly (string | null)[]
  onChoose: () => void
}

/** The folder whose files models may use, and a button that chooses another. */
export function FolderLine({ folders, onChoose }: FolderLineProps) {
  const folder = inCommon(folders)
  const isMixed = folder === null && folders.some((path) => path !== null)
  return (
    <span className={styles.folder}>
      {folder !== null && (
        <bdi className={styles.folderName} title={folder}>
          {folderName(folder)}
        </bdi>
      )}
      {isMixed && t('agents.folder.several')}
      <Button variant="link" data-stop="" onClick={onChoose}>
        {t(folder === null && !isMixed ? 'agents.folder.choose' : 'tools.choice.changeFolder')}
      </Button>
    </span>
  )
}
