import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import { agentOf } from '../../../shared/models/models'
import { errorDataOf } from '../../errors/error-data'
import { folderRefusal, type Recipient } from '../../state/agents/agent-work'
import { unreachable } from '../../state/app/unreachable'
import type { AppState } from '../../state/app/app-state'
import { attachmentsRefusal, readyParts } from '../../state/attachments/draft-attachment'
import { messageRefusal, clearSentMessage } from '../../state/attachments/written-message'
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

/**
 * Sends the draft for `target` once its files are uploaded. Resolves with the refusal, or with null when it was sent and
 * removed from the draft. Text and files added since stay.
 */
export async function sendWritten(
  app: Pick<AppState, 'drafts' | 'attachments' | 'models' | 'windowLink'>,
  target: Pick<ComposerTarget, 'place' | 'commands' | 'recipients' | 'isTemporary' | 'disabledReason'>,
  { text, message, send }: Written,
): Promise<ErrorData | null> {
  const noConnection = unreachable(app)
  if (noConnection !== null) return noConnection
  const { place, commands } = target
  const { models } = app.models.getState()
  const mention = mentionIn(commands, message, models)
  const said = mention?.text ?? message
  try {
    const settled = await app.attachments.whenSettled(place)
    const attachments = readyParts(settled)
    const draft = { text, attachments }
    const named = mention === null ? {} : { model: mention.model.id }
    const refusal =
      target.disabledReason?.() ??
      attachmentsRefusal(settled) ??
      messageRefusal(said, attachments.length) ??
      recipientsRefusal(app, target, mention) ??
      (await send({ text: said, attachments, ...named, draft }))
    if (refusal === null) clearSentMessage(app, place, draft)
    return refusal
  } catch (error) {
    return errorDataOf(error)
  }
}

/**
 * Sends drafts in the order in which they were written. Sending takes time, for uploads and the answer of main, and a
 * message stays in the draft until it was accepted: asking for the same text again must not send it twice, and what is
 * written after it is another message, which follows. `send` gets that text alone and resolves with whether it was sent;
 * `separate` gets the draft in which that text is a paragraph of its own, in case it has to stay there.
 */
export function oneAfterAnother(): (
  text: string,
  send: (own: string) => Promise<boolean>,
  separate: (draft: string) => void,
) => Promise<void> {
  /** What is being sent, oldest first. */
  const waiting: string[] = []
  let last: { text: string; isSent: Promise<boolean> } | null = null
  return async (text, send, separate) => {
    const earlier = last
    const added = addedTo(waiting, text)
    if (earlier !== null && (earlier.text === text || added === '')) return
    const own = added ?? text
    if (own !== text) separate(`${text.slice(0, -own.length).trimEnd()}\n\n${own}`)
    const begin = (isEarlierSent: boolean) =>
      // What was refused is still before this text in the draft, where the user decides about both.
      isEarlierSent || own === text ? send(own) : Promise.resolve(false)
    waiting.push(own)
    const sending = earlier === null ? begin(true) : earlier.isSent.then(begin)
    const current = { text, isSent: sending.finally(() => void waiting.shift()) }
    last = current
    await current.isSent
    if (last === current) last = null
  }
}

/** The part of a draft after the messages in it that are still being sent; null if it does not begin with them. */
function addedTo(waiting: readonly string[], text: string): string | null {
  let rest = text
  for (const message of waiting) {
    if (!rest.startsWith(message)) return null
    rest = rest.slice(message.length).trimStart()
    if (rest === '') break
  }
  return rest
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
  return folderRefusal(app.models.getState().models, recipients)
}

/** Who receives the message: the model that it names, instead of the recipients' own. */
export function effectiveRecipients(
  recipients: readonly Recipient[],
  mention: Mention | null,
): readonly Recipient[] {
  return mention === null ? recipients : recipients.map((each) => ({ ...each, model: mention.model.id }))
}
