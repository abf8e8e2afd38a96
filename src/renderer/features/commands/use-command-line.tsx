import { useState, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import type { Prompt } from '../../../shared/sessions/prompts'
import { useViewActions, useApp } from '../../state/app/use-app'
import { type Command, type CommandCard, type CommandPlace, commandsOf, type CommandScope } from './command'
import { recentId } from './complete-command'
import { type Completion, type ComposerCompletion, completionsFor, type ServerOffer } from './completion'
import { windowError, errorDataOf } from '../../errors/error-data'
import { useCompletionList } from './use-completion-list'
import { useKnownPrompts } from '../prompts/use-known-prompts'
import { usePromptForm } from '../prompts/use-prompt-form'
import { saveFile } from '../../browser/save-file'
import { sendKeyName } from '../../keyboard/key-presses'
import { CommandCardView } from './command-card'
import { type Action, noteAction } from '../../state/actions/action-list'
import { promptCommand } from './prompt-command'
import type { SuggestValues } from '../prompts/prompt-form'

interface CommandLineOptions {
  scope: CommandScope
  /** The key under which this composer's draft is stored. */
  draftPlace: string
  text: string
  setText: (text: string) => void
  onRefused: (refusal: ErrorData | null) => void
  /** A card was closed; the text field should get the focus. */
  onCardClosed: () => void
  /** Attaches files. */
  onFiles: (files: File[]) => void
}

interface CommandLine {
  completion: ComposerCompletion | null
  /** The completion list or a command's output; null if there is neither. */
  overlay: ReactNode
  /** The text is or resembles a command, so it is not sent as a message. */
  isCommand: boolean
  /** The effect of the next key press, unless it sends. */
  hint: string | null
  /** Why text that resembles a command could not run, after an attempt to send it; null otherwise. */
  doubt: ErrorData | null
  /** Runs the text as a command and returns null, or returns the message to send. */
  take: () => string | null
  /** Closes the list or card. Returns whether one was open. */
  dismiss: () => boolean
  /** Inserts a saved prompt, after asking for its variables. */
  insertPrompt: (prompt: Prompt) => Promise<void>
}

/** Commands in a composer: completions, output cards, and which texts are commands. */
export function useCommandLine(options: CommandLineOptions): CommandLine {
  const { scope, draftPlace, text, setText, onRefused, onCardClosed, onFiles } = options
  const app = useApp()
  const sendKey = useStore(app.settings.store, (state) => sendKeyName(state.settings.sendWith))
  const [card, setCard] = useState<CommandCard | null>(null)
  const [doubted, setDoubted] = useState<{ text: string; refusal: ErrorData } | null>(null)

  const filling = usePromptForm(draftPlace, onCardClosed)
  const isTyped = scope.kind !== 'none' && /^[/@]/.test(text)
  useKnownPrompts(isTyped && text.startsWith('/'))
  useServerOffers(isTyped)

  const place: CommandPlace = { app, ...chatOf(scope), saveFile }
  const insertNamed = ({ prompt, offer }: Completion) => {
    if (offer !== undefined) {
      onRefused(null)
      app.drafts.remove(draftPlace, text)
      void insertOffer(offer)
      return true
    }
    if (prompt === undefined) return false
    noteAction(app.environment.storage, recentId(prompt))
    onRefused(null)
    // Cleared first: otherwise, the prompt would follow what was typed to find it.
    app.drafts.remove(draftPlace, text)
    void filling.begin(prompt)
    return true
  }
  const insertOffer = useOfferInsertion({ draftPlace, filling, onRefused, onFiles })
  const list = useCompletionList({
    text,
    setText,
    offered: completionsFor(text, scope, place),
    onAccept: insertNamed,
  })
  const read = readIn(scope, text)
  const doubt = doubted?.text === text ? doubted.refusal : null

  const run = async (command: Command, argument: string, typed: string) => {
    onRefused(null)
    const why = command.disabledReason(place)
    if (why !== null) {
      onRefused(windowError('INVALID_INPUT', why))
      return
    }
    // Cleared first: otherwise, what the command inserts would precede its own name.
    if (typed !== '') app.drafts.remove(draftPlace, typed)
    noteAction(app.environment.storage, recentId(command))
    const outcome = await command.run(place, argument)
    switch (outcome.kind) {
      case 'done':
        return
      case 'card':
        setCard(outcome.card)
        return
      case 'prompt':
        await filling.begin(outcome.prompt)
        return
      case 'refused':
        if (typed !== '') app.drafts.restore(draftPlace, typed)
        list.closeFor(typed)
        onRefused(outcome.refusal)
        return
      default:
        assertNever(outcome)
    }
  }
  useViewActions(() =>
    scope.kind === 'none'
      ? []
      : commandActions(commandsOf(scope), place, (command, argument) => {
          // The composer must be focused, because that is where the output is closed.
          onCardClosed()
          void run(command, argument, '')
        }),
  )
  const take = () => {
    setCard(null)
    filling.giveUp()
    switch (read.kind) {
      case 'message':
        return read.text
      case 'command':
        void run(read.command, read.argument, text)
        return null
      case 'unknown':
      case 'surplus':
        if (doubt !== null) return text
        setDoubted({ text, refusal: windowError('INVALID_INPUT', doubtOf(read)) })
        return null
      default:
        return assertNever(read)
    }
  }
  const choose = (line: Completion) => {
    if (insertNamed(line)) return
    const chosen = readIn(scope, line.text)
    setText(line.text)
    // A command that takes an argument waits for it.
    if (chosen.kind !== 'command' || line.text.endsWith(' ')) return
    void run(chosen.command, chosen.argument, line.text)
  }
  const closeCard = () => {
    setCard(null)
    onCardClosed()
  }
  const put = filling.form || (card !== null && <CommandCardView card={card} onClose={closeCard} />)
  return {
    completion: list.completion,
    overlay: list.show(choose) ?? (put === false ? null : put),
    isCommand: read.kind !== 'message',
    hint: list.completesOnEnter
      ? t('composer.hint.completes')
      : read.kind === 'command'
        ? t('composer.hint.runs', { key: sendKey })
        : put !== false && text === ''
          ? t('composer.hint.closes')
          : null,
    doubt,
    take,
    dismiss: () => {
      setCard(null)
      return filling.giveUp() || card !== null
    },
    insertPrompt: filling.begin,
  }
}

/** The chat that commands apply to; none where no command needs one. */
function chatOf(scope: CommandScope): Pick<CommandPlace, 'sessionId' | 'setModel'> {
  return scope.kind === 'chat' ? scope : { sessionId: null, setModel: async () => null }
}

function readIn(scope: CommandScope, text: string): ReadCommand {
  return scope.kind === 'none' ? { kind: 'message', text } : readCommand(text, commandsOf(scope))
}

function doubtOf(read: { kind: 'unknown'; name: string } | { kind: 'surplus'; command: Command }): string {
  return read.kind === 'unknown'
    ? t('composer.refusal.noCommand', { name: read.name })
    : t('composer.refusal.surplus', { name: read.command.name })
}

/** The commands in `known` without an action in the catalogue, and the saved prompts, as actions. */
function commandActions(
  known: readonly Command[],
  place: CommandPlace,
  run: (command: Command, argument: string) => void,
): Action[] {
  const commands = known.filter(({ action }) => action === null)
  const prompts = place.app.prompts.offeredIn(place.app.shownProjectId())
  return [
    ...commands.map((command): Action => ({
      id: `/${command.name}`,
      title: command.title(),
      group: 'chat',
      disabledReason: () => command.disabledReason(place),
      run: () => run(command, ''),
    })),
    ...prompts.map(({ id, name, text }): Action => ({
      id: `prompt:${id}`,
      title: name,
      group: 'prompts',
      keywords: text.slice(0, 200),
      run: () => run(promptCommand, name),
    })),
  ]
}

/** The meaning of a text in the composer. */
type ReadCommand =
  /** A message, as it will be sent. */
  | { kind: 'message'; text: string }
  | { kind: 'command'; command: Command; argument: string }
  /** Looks like a command, but none has this name. */
  | { kind: 'unknown'; name: string }
  /** An argument for a command that takes none. */
  | { kind: 'surplus'; command: Command }

/**
 * Distinguishes commands from messages. A message can start with a slash after a space, or with two slashes; a path such
 * as `/etc/hosts` is a message too.
 */
export function readCommand(text: string, commands: readonly Command[]): ReadCommand {
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) }
  const typed = /^\/(?<name>[a-z]+)(?:\s+(?<argument>[^]*))?$/iu.exec(text)?.groups
  if (typed === undefined) return { kind: 'message', text }
  const name = (typed['name'] ?? '').toLowerCase()
  const argument = (typed['argument'] ?? '').trim()
  const command = commands.find((known) => known.name === name)
  if (command === undefined) return { kind: 'unknown', name }
  if (command.argument === null && argument !== '') return { kind: 'surplus', command }
  return { kind: 'command', command, argument }
}

/** Loads the prompts and resources of servers while `isWanted`, and draws again when they are there. */
function useServerOffers(isWanted: boolean): void {
  const { serverOffers } = useApp()
  useEffect(() => {
    if (isWanted) void serverOffers.load()
  }, [serverOffers, isWanted])
  useStore(serverOffers.store)
}

interface OfferInsertionOptions {
  draftPlace: string
  filling: Pick<ReturnType<typeof usePromptForm>, 'ask'>
  onRefused: (refusal: ErrorData) => void
  onFiles: (files: File[]) => void
}

/** Inserts a prompt of a server, after asking for its arguments, or attaches a resource. */
function useOfferInsertion(options: OfferInsertionOptions): (offer: ServerOffer) => Promise<void> {
  const { draftPlace, filling, onRefused, onFiles } = options
  const { serverOffers, drafts } = useApp()
  /** Passes on what was entered: a value that was left empty is not given. */
  const refusing =
    (work: (given: Record<string, string>) => Promise<void>) => (said: Record<string, string>) => {
      const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''))
      work(given).catch((error: unknown) => onRefused(errorDataOf(error)))
    }
  return async (offer) => {
    try {
      if (offer.kind === 'resource') {
        const { resource } = offer
        const attach = async (values?: Record<string, string>) =>
          onFiles([await serverOffers.fileOf(resource, values)])
        if (resource.variables === undefined) await attach()
        else {
          const suggest: SuggestValues = (variable) => serverOffers.suggestionsFor(resource, variable)
          filling.ask(resource.name, resource.variables, refusing(attach), suggest)
        }
        return
      }
      const { prompt } = offer
      const insert = async (values: Record<string, string>) =>
        drafts.restore(draftPlace, await serverOffers.textOf(prompt, values))
      if (prompt.arguments.length === 0) await insert({})
      else {
        const names = prompt.arguments.map(({ name }) => name)
        filling.ask(prompt.title === '' ? prompt.name : prompt.title, names, refusing(insert))
      }
    } catch (error) {
      onRefused(errorDataOf(error))
    }
  }
}
