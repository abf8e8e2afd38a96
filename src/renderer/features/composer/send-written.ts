import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import { agentOf } from '../../../shared/models/models'
import { folderRefusal, type Recipient } from '../../state/agents/agent-work'
import { unreachable } from '../../state/app/unreachable'
import type { AppState } from '../../state/app/app-state'
import { attachmentsRefusal } from '../../state/attachments/draft-attachment'
import { messageRefusal } from '../../state/attachments/outbox'
import { mentionIn } from '../commands/command'
import type { Mention } from '../commands/model-mention'
import type { ComposerTarget, SendMessage } from './composer-target'

interface Written {
  /** The current draft. */
  text: string
  /** The message in it: text that only looks like a command has one slash less. */
  message: string
  send: SendMessage
}

/** Sends the draft for `target`. Resolves with the refusal, or with null when it was accepted. */
export async function sendWritten(
  app: Pick<AppState, 'outbox' | 'drafts' | 'attachments' | 'models' | 'windowLink'>,
  target: Pick<ComposerTarget, 'place' | 'commands' | 'recipients' | 'isTemporary' | 'disabledReason'>,
  { text, message, send }: Written,
): Promise<ErrorData | null> {
  const { place, commands } = target
  const files = app.attachments.of(place)
  // The second press of a double press, which may come before the composer is drawn without the text.
  const isSent = text !== app.drafts.of(place) || (text === '' && files.length === 0)
  if (isSent && app.outbox.isSending(place)) return null
  const mention = mentionIn(commands, message, app.models.store.getState().models)
  const said = mention?.text ?? message
  const named = mention === null ? {} : { model: mention.model.id }
  return (
    unreachable(app) ??
    target.disabledReason?.() ??
    attachmentsRefusal(files) ??
    messageRefusal(said, files.length) ??
    recipientsRefusal(app, target, mention) ??
    (await app.outbox.send(place, text, (attachments, returnsTo) =>
      send({ text: said, attachments, ...named, draft: { text, attachments }, returnsTo }),
    ))
  )
}

function recipientsRefusal(
  app: Pick<AppState, 'models'>,
  target: Pick<ComposerTarget, 'recipients' | 'isTemporary'>,
  mention: Mention | null,
): ErrorData | null {
  const recipients = effectiveRecipients(target.recipients, mention)
  if (
    target.isTemporary === true &&
    recipients.some(({ model }) => model !== null && agentOf(model) !== null)
  )
    return failureData('INVALID_INPUT', 'temporary-agent', { field: 'model' })
  return folderRefusal(app.models.store.getState().models, recipients)
}

/** The recipient: the model that the message names, instead of the target's own. */
export function effectiveRecipients(
  recipients: readonly Recipient[],
  mention: Mention | null,
): readonly Recipient[] {
  return mention === null ? recipients : recipients.map((each) => ({ ...each, model: mention.model.id }))
}
