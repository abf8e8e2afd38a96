import { t } from '../../language/t'
import { CopyButton } from './copy-button'
import { Row } from '../layout/layout'
import styles from './terminal-command.module.css'

/** A terminal command that can be copied here but not run. */
export function CommandLine({ label, command }: { label: string; command: string }) {
  return (
    <Row className={styles.commandToCopy}>
      <pre tabIndex={0} role="group" aria-label={label} dir="ltr">
        {command}
      </pre>
      <CopyButton text={() => command} label={t('errors.install.copy')} />
    </Row>
  )
}
