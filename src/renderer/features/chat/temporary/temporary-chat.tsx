import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { useTitleWithKeys } from '../../../state/app/use-shortcut-keys'
import { Button } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { Hint, Stack } from '../../../ui/layout/layout'
import styles from './temporary.module.css'

/** The line above the composer of a temporary chat. */
export function TemporaryLine() {
  return <Hint className={styles.line}>{t('chat.temporary.line')}</Hint>
}

/** Switches whether a new chat is temporary. */
export function TemporaryToggle({ isOn }: { isOn: boolean }) {
  const app = useApp()
  const titleWithKeys = useTitleWithKeys()
  return (
    <Button
      variant="quiet"
      aria-label={t('chat.temporary.title')}
      aria-pressed={isOn}
      title={titleWithKeys(t('chat.temporary.title'), 'temporaryChat')}
      onClick={app.newTemporaryChat}
    >
      <Icon name="temporary" />
    </Button>
  )
}

/** The start screen of a temporary chat. */
export function TemporaryWelcome() {
  return (
    <Stack align="center" grow={false} pad={5} tone="soft" className={styles.welcome}>
      <h2>
        <Icon name="temporary" /> {t('chat.temporary.title')}
      </h2>
      <p>{t('chat.temporary.about')}</p>
    </Stack>
  )
}
