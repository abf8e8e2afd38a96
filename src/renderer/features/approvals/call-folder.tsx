import { t } from '../../language/t'
import { VisibleText } from '../../ui/controls/visible-text-view'
import './call-folder.css'

/** Where a command runs. */
export function Folder({ path }: { path: string }) {
  return (
    <p className="call-folder" data-slot="call-folder">
      {t('messages.call.folder')}{' '}
      <span className="call-path" dir="ltr">
        <VisibleText text={path} />
      </span>
    </p>
  )
}
