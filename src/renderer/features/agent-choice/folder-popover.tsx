import { useRef } from 'react'

import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { Popup } from '../../ui/overlays/popup'
import type { ChipPopoverProps } from './agent-line-props'
import { FolderChoice } from './folder-choice'
import styles from './agent-popovers.module.css'

/** Chooses an agent's folder. */
export default function FolderPopover({ works, anchor, onChange, onClose }: ChipPopoverProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Popup
      anchor={anchor}
      className={styles.chipPopover}
      label={t('agents.folder.title')}
      firstFocus={field}
      onClose={onClose}
    >
      <FolderChoice
        folder={inCommon(works.map(({ workspace }) => workspace))}
        field={field}
        tellsRepository
        onTake={(workspace) => {
          anchor.current?.focus()
          onClose()
          onChange({ workspace })
        }}
      />
    </Popup>
  )
}
