import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useViewActions, useTitleWithKeys } from '../../../state/app/use-app'
import { Button, IconButton } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { focusChatComposer } from '../exchange/last-exchange'
import { Hint, Stack } from '../../../ui/layout/layout'
import styles from './temporary.module.css'

/** Shows that the chat is not stored, and offers to store it. */
export function TemporaryBadge({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const keep = async () => {
    const refusal = await app.temporary.keep(conversation.sessionId)
    if (refusal === null) app.actions.announce(t('chat.temporary.kept'))
    else conversation.setNotice({ kind: 'refused', error: refusal })
  }
  useViewActions(() => [action('keepChat', { run: () => void keep() })])
  return (
    <>
      <Hint
        as="span"
        grow={false}
        pad={[0, 2]}
        tone="soft"
        className={styles.badge}
        title={t('chat.temporary.badgeTitle')}
      >
        <Icon name="temporary" /> {t('chat.temporary.badge')}
      </Hint>
      <Button
        title={t('chat.temporary.keepTitle')}
        onFirstClick={() => {
          // The button disappears once the chat is stored.
          focusChatComposer()
          void keep()
        }}
      >
        {t('common.save')}
      </Button>
    </>
  )
}

/** The line above the composer of a temporary chat. */
export function TemporaryLine() {
  return <Hint className={styles.line}>{t('chat.temporary.line')}</Hint>
}

/** Switches whether a new chat is temporary. */
export function TemporaryToggle({ isOn }: { isOn: boolean }) {
  const app = useApp()
  const titleWithKeys = useTitleWithKeys()
  return (
    <IconButton
      icon="temporary"
      label={t('actions.titles.temporaryChat')}
      aria-pressed={isOn}
      title={titleWithKeys(t('actions.titles.temporaryChat'), 'temporaryChat')}
      onClick={app.newTemporaryChat}
    />
  )
}

/** The start screen of a temporary chat. */
export function TemporaryWelcome() {
  return (
    <Stack align="center" grow={false} pad={5} tone="soft" className={styles.welcome}>
      <h2>
        <Icon name="temporary" /> {t('actions.titles.temporaryChat')}
      </h2>
      <p>{t('chat.temporary.about')}</p>
    </Stack>
  )
}
