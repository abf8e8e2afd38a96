import type { ErrorData } from '../../../../shared/errors'
import type { SessionId } from '../../../../shared/ids'
import { t } from '../../../language/t'
import type { Recipient } from '../../../state/agents/agent-work'
import type { ToolTarget } from '../../../state/tools/tools'
import { Composer, SendButton } from '../../composer/composer'
import type { SendMessage } from '../../composer/composer-target'
import { useComposer } from '../../composer/use-composer'
import { classNames } from '../../../ui/class-names'
import styles from '../compare.module.css'

interface PaneComposerProps {
  /** The key under which the draft is stored. */
  place: string
  /** The letter of the pane. */
  letter: string
  /** Null until the pane is stored. */
  sessionId: SessionId | null
  /** The pane has no messages yet. */
  isNew: boolean
  pane: Recipient
  tools: ToolTarget
  disabledReason?: () => ErrorData | null
  onSend: SendMessage
}

/** Sends to this pane only. */
export function PaneComposer(props: PaneComposerProps) {
  const { place, letter, sessionId, isNew, pane, tools, disabledReason = () => null, onSend } = props
  const composer = useComposer({
    place,
    sessionId,
    variant: 'slim',
    // There is no room for the command list.
    commands: { kind: 'none' },
    recipients: [pane],
    disabledReason,
    send: onSend,
    tools,
  })
  return (
    <div className={classNames(styles.paneReply, !isNew && styles.paneReplyOver)}>
      <Composer
        composer={composer}
        label={t('compare.pane.message', { letter })}
        placeholder={t(isNew ? 'compare.pane.askOnly' : 'compare.pane.continueWith', { letter })}
        hint={null}
        buttons={
          !composer.isEmpty && (
            <SendButton
              composer={composer}
              variant="quiet"
              aria-label={t('compare.pane.sendTo', { letter })}
            />
          )
        }
      />
    </div>
  )
}
