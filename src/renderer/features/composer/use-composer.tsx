import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import { sendKeyName } from '../../keyboard/send-key'
import type { Recipient } from '../../state/agents/agent-work'
import { isUnreachable } from '../../state/app/unreachable'
import { useApp, useDraft, useUnreachable } from '../../state/app/use-app'
import { mentionIn } from '../commands/command'
import type { Mention } from '../commands/model-mention'
import { useCommandLine } from '../commands/use-command-line'
import type { ComposerTarget, SendMessage } from './composer-target'
import { effectiveRecipients, sendWritten } from './send-written'
import { tooLong, useComposerFiles } from './use-composer-files'
import { useSentHistory } from './use-sent-history'

/** The state and actions of a composer, which `Composer` renders. */
export interface ComposerState {
  target: ComposerTarget
  text: string
  files: ReturnType<typeof useComposerFiles>
  /** There is neither text nor an attachment. */
  isEmpty: boolean
  commands: ReturnType<typeof useCommandLine>
  mention: Mention | null
  /** The recipient: the mentioned model, otherwise the target's own. */
  recipients: readonly Recipient[]
  /** Why sending was refused. */
  refusal: ErrorData | null
  /** Why nothing can be sent to anybody now. */
  unreachable: ErrorData | null
  /** The name of the send key. */
  sendKey: string
  field: RefObject<HTMLTextAreaElement | null>
  onHistoryKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  write: (text: string) => void
  /** Takes what the field has now, unless that is too long for a message. */
  type: (text: string) => void
  refuse: (refusal: ErrorData | null) => void
  /** Focuses the text field. */
  focus: () => void
  /** Runs the text as a command, or sends it with `by`; the default is the target's own `send`. */
  send: (by?: SendMessage) => void
  /** Sends the text as a message even if it looks like a command. */
  sendAsMessage: () => void
}

/** Connects a composer to the draft of `target`, with its attachments, commands and refusal. */
export function useComposer(target: ComposerTarget): ComposerState {
  const { place, sessionId, variant } = target
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const sendKey = useStore(app.settings.store, (state) => sendKeyName(state.settings.sendWith))
  const [text, setText] = useDraft(place)
  const [refused, refuse] = useState<ErrorData | null>(null)
  const unreachable = useUnreachable()
  const refusal = unreachable === null && isUnreachable(refused) ? null : refused
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => field.current?.focus()
  const write = (changed: string) => {
    setText(changed)
    refuse(null)
  }

  const type = (typed: string) => {
    const refusedText = typed.length > text.length ? tooLong(typed.length) : null
    if (refusedText === null || field.current === null) write(typed)
    else {
      field.current.value = text
      refuse(refusedText)
    }
  }

  const mention = mentionIn(target.commands, text, models)
  const recipients = effectiveRecipients(target.recipients, mention)
  const files = useComposerFiles({
    place,
    text,
    setText: write,
    isDropTarget: variant !== 'slim',
    models: recipients.map(({ model }) => model),
    refuse,
    ...(target.isTemporary === true && {
      onRefused: () => refuse(failureData('INVALID_INPUT', 'temporary-files', { field: 'attachments' })),
    }),
  })
  const commands = useCommandLine({
    scope: target.commands,
    draftPlace: place,
    text,
    setText: write,
    onRefused: refuse,
    onCardClosed: focus,
    onFiles: files.add,
  })
  const onHistoryKey = useSentHistory({ sessionId, text, setText: write, field })

  const sendMessage = async (message: string, send: SendMessage) => {
    refuse(null)
    const refusedNow = await sendWritten(app, target, { text, message, send })
    if (refusedNow !== null) refuse(refusedNow)
  }
  return {
    target,
    text,
    files,
    isEmpty: text === '' && files.count === 0,
    commands,
    mention,
    recipients,
    refusal,
    unreachable,
    sendKey,
    field,
    onHistoryKey,
    write,
    type,
    refuse,
    focus,
    send: (by = target.send) => {
      const message = commands.take()
      if (message !== null) void sendMessage(message, by)
    },
    sendAsMessage: () => void sendMessage(text, target.send),
  }
}
