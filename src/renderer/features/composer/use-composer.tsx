import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { sendKeyName } from '../../keyboard/send-key'
import type { Recipient } from '../../state/agents/agent-work'
import { useApp, useDraft } from '../../state/app/use-app'
import { mentionIn } from '../commands/command-scope'
import type { Mention } from '../commands/model-mention'
import { useCommandLine } from '../commands/use-command-line'
import type { ComposerTarget, SendMessage } from './composer-target'
import { effectiveRecipients, sendWritten } from './send-written'
import { useComposerFiles } from './use-composer-files'
import { useSentHistory } from './use-sent-history'

/** What is being written for a target, and what can be done with it. `Composer` draws it. */
export interface ComposerState {
  target: ComposerTarget
  text: string
  files: ReturnType<typeof useComposerFiles>
  /** There is neither text nor a file. */
  isEmpty: boolean
  commands: ReturnType<typeof useCommandLine>
  mention: Mention | null
  /** Who gets it: the model that the text names in place of the target's own. */
  recipients: readonly Recipient[]
  /** Why it was not sent. */
  refusal: ErrorData | null
  /** What the key that sends is called. */
  sendKey: string
  field: RefObject<HTMLTextAreaElement | null>
  onHistoryKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  write: (text: string) => void
  refuse: (refusal: ErrorData | null) => void
  /** Gives the keyboard to the text. */
  focus: () => void
  /** Runs the command that the text is; otherwise sends it, in the target's own way unless another is given. */
  send: (by?: SendMessage) => void
  /** Sends the text as it stands, also when it looks like a command. */
  sendAsMessage: () => void
}

/** Follows the draft of `target`, with its files, its commands and why it was refused. */
export function useComposer(target: ComposerTarget): ComposerState {
  const { place, sessionId, variant } = target
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const sendKey = useStore(app.settings, (state) => sendKeyName(state.settings.sendWith))
  const [text, setText] = useDraft(place)
  const [refusal, refuse] = useState<ErrorData | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => field.current?.focus()
  const write = (changed: string) => {
    setText(changed)
    refuse(null)
  }

  const mention = mentionIn(target.commands, text, models)
  const recipients = effectiveRecipients(target.recipients, mention)
  const commands = useCommandLine({
    scope: target.commands,
    draftPlace: place,
    text,
    setText: write,
    onRefused: refuse,
    onCardClosed: focus,
  })
  const onHistoryKey = useSentHistory({ sessionId, text, setText: write, field })
  const files = useComposerFiles({
    place,
    text,
    setText: write,
    isDropTarget: variant !== 'slim',
    models: recipients.map(({ model }) => model),
  })

  // Not a state: files may be on their way for long, and a second press means the same message.
  const isSending = useRef(false)
  const sendMessage = async (message: string, send: SendMessage) => {
    if (isSending.current) return
    isSending.current = true
    refuse(null)
    refuse(await sendWritten(app, target, { text, message, send }))
    isSending.current = false
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
    sendKey,
    field,
    onHistoryKey,
    write,
    refuse,
    focus,
    send: (by = target.send) => {
      const message = commands.take()
      if (message !== null) void sendMessage(message, by)
    },
    sendAsMessage: () => void sendMessage(text, target.send),
  }
}
