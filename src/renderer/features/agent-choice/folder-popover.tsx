import { useRef } from 'react'

import { visibleText } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { Popup } from '../../ui/overlays/popup'
import type { ChipPopoverProps } from './recipients-line'
import { FolderChoice } from './folder-choice'
import { Stack } from '../../ui/layout/layout'
import styles from './agent-popovers.module.css'

/** Chooses an agent's folder. */
export function FolderPopover(props: ChipPopoverProps) {
  const { works, isFolderImported, anchor, onChange, onClose } = props
  const field = useRef<HTMLInputElement>(null)
  const folder = inCommon(works.map(({ workspace }) => workspace))
  const take = (workspace: string) => {
    anchor.current?.focus()
    onClose()
    onChange({ workspace })
  }
  return (
    <Popup
      anchor={anchor}
      className={styles.chipPopover}
      label={t('agents.folder.title')}
      firstFocus={field}
      onClose={onClose}
    >
      {isFolderImported && (
        <Stack gap={0} align="start" grow={false} size="s" className={styles.importedFolder}>
          <p className={styles.importedWords}>{t('agents.folder.imported')}</p>
          {folder !== null && (
            <p className={styles.importedPath}>
              <bdi dir="ltr">{visibleText(folder)}</bdi>
            </p>
          )}
        </Stack>
      )}
      <FolderChoice folder={folder} field={field} tellsRepository onTake={take} />
    </Popup>
  )
}
