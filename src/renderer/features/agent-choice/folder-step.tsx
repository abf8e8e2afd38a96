import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { isFixedByFolder } from '../../state/agents/agent-work'
import { Button } from '../../ui/controls/button'
import { folderChip } from '../../keyboard/focus-targets'

/** Next step of a refusal that choosing a folder would fix: opens that choice. */
export function FolderStep({ refusal }: { refusal: ErrorData }) {
  if (!isFixedByFolder(refusal)) return null
  return (
    <Button variant="link" onClick={() => folderChip()?.click()}>
      {t(
        refusal.data?.['reason'] === 'agent-folder-imported'
          ? 'agents.folder.confirm'
          : 'common.chooseFolder',
      )}
    </Button>
  )
}
