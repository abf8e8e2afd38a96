import { keyCaps } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import { t } from '../../language/t'
import { CopyButton } from './copy-button'
import { Row } from '../layout/layout'
import styles from './key-caps.module.css'
import terminalCommandStyles from './terminal-command.module.css'

/** Key caps, each in its own frame. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className={styles.keys} data-slot="keys">
      {keyCaps(keys, keyHost).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </kbd>
  )
}

/** A terminal command that can be copied here but not run. */
export function CommandLine({ label, command }: { label: string; command: string }) {
  return (
    <Row className={terminalCommandStyles.commandToCopy}>
      <pre tabIndex={0} role="group" aria-label={label} dir="ltr">
        {command}
      </pre>
      <CopyButton text={() => command} label={t('errors.install.copy')} />
    </Row>
  )
}
