import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'
import { flushSync } from 'react-dom'

import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import { sendKeyName } from '../../keyboard/key-presses'
import { type Recipient, folderRefusal } from '../../state/agents/agent-work'
import { isUnreachable, whyUnreachable, useApp, useDraft, useUnreachable } from '../../state/app/use-app'
import { mentionIn } from '../commands/command'
import type { Mention } from '../commands/model-mention'
import { useCommandLine } from '../commands/use-command-line'
import type { ComposerTarget, SendMessage } from './composer-target'
import { tooLong, useComposerFiles } from './use-composer-files'
import { agentOf } from '../../../shared/models/models'
import type { AppState } from '../../state/app/app-state'
import { attachmentsRefusal } from '../../state/attachments/draft-attachments'
import { messageRefusal } from '../../state/attachments/outbox'
import type { SessionId } from '../../../shared/ids'
import { messageText } from '../../../shared/sessions/messages'
import { keyHost } from '../../keyboard/key-host'
import { keysOfPress } from '../../keyboard/keys'

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
    whyUnreachable(app) ??
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
function effectiveRecipients(
  recipients: readonly Recipient[],
  mention: Mention | null,
): readonly Recipient[] {
  return mention === null ? recipients : recipients.map((each) => ({ ...each, model: mention.model.id }))
}

interface HistoryOptions {
  /** Null for a chat that has not been created yet. */
  sessionId: SessionId | null
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * Arrow Up in an empty composer recalls sent texts, first of this chat, then of others; Arrow Down goes forward again,
 * and Escape clears it. The first message of a chat was sent from another field, so undoing that is not left to the
 * browser. Returns a key handler that says whether it handled a key.
 */
function useSentHistory({ sessionId, text, setText, field }: HistoryOptions) {
  const app = useApp()
  const [kept, setKept] = useState<HistoryPlace | null>(null)
  const [isUnused, setUnused] = useState(true)
  if (isUnused && text !== '') setUnused(false)
  // A recalled text that was edited is a new draft.
  const place = kept !== null && sentText(kept) === text ? kept : null

  const show = (next: HistoryPlace | null) => {
    // The caret must be in position before the next key press.
    flushSync(() => {
      setKept(next)
      setText(next === null ? '' : sentText(next))
    })
    const element = field.current
    element?.setSelectionRange(element.value.length, element.value.length)
  }
  const begin = async () => {
    try {
      const { texts } = await app.environment.api.invoke('sessions.sentTexts', { sessionId })
      const newest = newestPlace(texts)
      // If the user has started typing in the meantime, it is no longer wanted.
      if (newest !== null && field.current?.value === '') show(newest)
    } catch {
      // Without main there is no history; its failure is shown elsewhere.
    }
  }
  return (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event
    if (isUnused && keysOfPress(event.nativeEvent, keyHost) === 'Mod+Z') {
      const sent = onlyQuestion(app, sessionId)
      if (sent !== null) setText(sent)
      return sent !== null
    }
    if (altKey || ctrlKey || metaKey || shiftKey) return false
    if (key === 'Escape' && place !== null) {
      show(null)
      return true
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
    if (place === null) {
      if (key === 'ArrowDown' || text !== '') return false
      void begin()
      return true
    }
    const by = key === 'ArrowUp' ? 1 : -1
    const caret = { start: currentTarget.selectionStart, end: currentTarget.selectionEnd }
    if (!leavesText(text, caret, by)) return false
    show(stepped(place, by))
    return true
  }
}

/** The text of the question of a chat that has only one. */
function onlyQuestion({ conversations }: AppState, sessionId: SessionId | null): string | null {
  if (sessionId === null) return null
  const { messages, hasMore } = conversations.of(sessionId).store.getState()
  const [question, ...others] = messages.filter(({ role }) => role === 'user')
  return question === undefined || others.length > 0 || hasMore ? null : messageText(question)
}

/** A position in the sent texts, newest first. */
export interface HistoryPlace {
  texts: readonly string[]
  at: number
}

/** The position one text back (`by` 1) or forward (-1); null past the newest, where the field is empty again. */
export function stepped(place: HistoryPlace, by: 1 | -1): HistoryPlace | null {
  const at = Math.min(place.at + by, place.texts.length - 1)
  return at < 0 ? null : { ...place, at }
}

/** The position of the newest text; null when nothing was ever sent. */
export function newestPlace(texts: readonly string[]): HistoryPlace | null {
  return texts.length === 0 ? null : { texts, at: 0 }
}

/** The text at this place of the history. */
export function sentText({ texts, at }: HistoryPlace): string {
  return texts[at] ?? ''
}

/** True if Arrow Up at `caret` leaves the text because no line is above, or Arrow Down (-1) because none is below. */
export function leavesText(text: string, caret: { start: number; end: number }, by: 1 | -1): boolean {
  if (caret.start !== caret.end) return false
  return by === 1 ? !text.slice(0, caret.start).includes('\n') : !text.slice(caret.end).includes('\n')
}
