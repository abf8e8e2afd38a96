import { t } from '../../../language/t'
import { shortcutNames } from '../../../state/actions/shortcut-names'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'

/** Switches whether a new chat is temporary. */
export function TemporaryToggle({ isOn }: { isOn: boolean }) {
  const app = useApp()
  return (
    <Button
      variant="quiet"
      aria-label={t('chat.temporary.title')}
      aria-pressed={isOn}
      title={t('chat.temporary.titleKeys', { keys: shortcutNames.temporaryChat })}
      onClick={app.newTemporaryChat}
    >
      <Icon name="temporary" />
    </Button>
  )
}
