import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { isMendedByFolder } from '../../state/agents/agent-work'
import { Button } from '../../ui/controls/button'
import { folderChip } from '../../keyboard/focus-targets'

/** Next step of a refusal that choosing a folder would fix: opens that choice. */
export function FolderStep({ refusal }: { refusal: ErrorData }) {
  if (!isMendedByFolder(refusal)) return null
  return (
    <Button look="link" onClick={() => folderChip()?.click()}>
      {t('agents.folder.choose')}
    </Button>
  )
}
