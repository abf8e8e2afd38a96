import { useId } from 'react'

import { visibleText } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { Button } from '../../ui/controls/button'
import styles from './tool-switches.module.css'

interface FolderLineProps {
  /** The folder of the chat, or of each pane. */
  folders: readonly (string | null)[]
  /** It came with an imported file, and is not used before the user confirms it. */
  isImported: boolean
  onConfirm: (folder: string) => void
  onChoose: () => void
}

/** The folder whose files models may use, and a button that chooses another. */
export function FolderLine({ folders, isImported, onConfirm, onChoose }: FolderLineProps) {
  const pathId = useId()
  const folder = inCommon(folders)
  const isMixed = folder === null && folders.some((path) => path !== null)
  const path = folder === null ? '' : visibleText(folder)
  return (
    <div className={styles.folder}>
      {isImported && <p className={styles.imported}>{t('tools.choice.importedFolder')}</p>}
      <span className={styles.folderLine}>
        {folder !== null && (
          // Long paths lose their start: the end says which folder it is.
          <span id={pathId} className={styles.folderPath} title={path}>
            <bdi dir="ltr">{path}</bdi>
          </span>
        )}
        {isMixed && t('agents.folder.several')}
        {isImported && folder !== null && (
          <Button variant="link" data-stop="" aria-describedby={pathId} onClick={() => onConfirm(folder)}>
            {t('tools.choice.confirmFolder')}
          </Button>
        )}
        <Button variant="link" data-stop="" aria-describedby={pathId} onClick={onChoose}>
          {t(folder === null && !isMixed ? 'agents.folder.choose' : 'tools.choice.changeFolder')}
        </Button>
      </span>
    </div>
  )
}
