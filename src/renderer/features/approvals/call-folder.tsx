import { t } from '../../language/t'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { Hint } from '../../ui/layout/layout'
import styles from './call-folder.module.css'

/** The folder in which a command runs. */
export function Folder({ path }: { path: string }) {
  return (
    <Hint className={styles.callFolder} data-slot="call-folder">
      {t('messages.call.folder')}{' '}
      <span className={styles.callPath} dir="ltr">
        <VisibleText text={path} />
      </span>
    </Hint>
  )
}
