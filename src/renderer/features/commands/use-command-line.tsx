import { useState, type ReactNode } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { useViewActions } from '../../state/app/use-view-actions'
import { chatCommands } from './chat-commands'
import type { Command, CommandCard, CommandPlace } from './command'
import type { Completion } from './complete-command'
import { completionsFor } from './completion-sources'
import { readCommand } from './read-command'
import { windowError } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'
import type { ComposerCompletion } from '../composer/composer'
import { useCompletionList } from './use-completion-list'
import { useKnownPrompts } from '../prompts/use-known-prompts'
import { usePromptForm } from '../prompts/use-prompt-form'
import { saveFile } from '../../browser/save-file'
import { commandActions } from './command-actions'
import { CommandCardView } from './command-card'

interface CommandLineOptions extends Pick<CommandPlace, 'sessionId' | 'setModel'> {
  /** Where the draft of this composer is kept. */
  draftPlace: string
  text: string
  setText: (text: string) => void
  onRefused: (refusal: ErrorData | null) => void
  /** A card was put away: the keyboard goes back to the text. */
  onCardClosed: () => void
}

interface CommandLine {
  completion: ComposerCompletion | null
  /** The list, or the card that a command has put up. */
  overlay: ReactNode
  /** The text is a command, or looks like one: it is not sent as it stands. */
  isCommand: boolean
  /** What Enter does now, where it does not send. */
  hint: string | null
  /** Something that looked like a command and named none, and the offer to send it; null otherwise. */
  doubt: { message: string } | null
  /** Runs the command that the text is, and answers null; or answers the message that it is. */
  take: () => string | null
  /** Puts the list or the card away. Answers whether there was one. */
  dismiss: () => boolean
}

/** The slash commands of a composer: their list, their cards, and which texts are commands. */
export function useCommandLine(options: CommandLineOptions): CommandLine {
  const { draftPlace, sessionId, setModel, text, setText, onRefused, onCardClosed } = options
  const app = useApp()
  const [card, setCard] = useState<CommandCard | null>(null)
  const [doubted, setDoubted] = useState<{ text: string; message: string } | null>(null)

  const filling = usePromptForm(draftPlace, onCardClosed)
  useKnownPrompts(/^\/prompt/iu.test(text))

  const place: CommandPlace = { app, sessionId, setModel, saveFile }
  const list = useCompletionList({ text, setText, offered: completionsFor(text, place) })
  const read = readCommand(text, chatCommands)
  const doubt = doubted?.text === text ? doubted : null

  const run = async (command: Command, argument: string, typed: string) => {
    onRefused(null)
    const why = command.whyNot(place)
    if (why !== null) {
      onRefused(windowError('INVALID_INPUT', why))
      return
    }
    // Before it runs: what it puts into the composer is not to stand before its own name.
    if (typed !== '') app.drafts.getState().takeSent(draftPlace, typed)
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
        if (typed !== '') app.drafts.getState().giveBack(draftPlace, typed)
        list.closeFor(typed)
        onRefused(outcome.refusal)
        return
      default:
        assertNever(outcome)
    }
  }
  useViewActions(() =>
    commandActions(place, (command, argument) => {
      // What it shows is put away from there.
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
        setDoubted({ text, message: doubtOf(read) })
        return null
      default:
        return assertNever(read)
    }
  }
  const choose = (line: Completion) => {
    const chosen = readCommand(line.text, chatCommands)
    setText(line.text)
    if (chosen.kind !== 'command' || chosen.command.argument !== null) return
    void run(chosen.command, '', line.text)
  }
  return {
    completion: list.completion,
    overlay:
      list.show(choose) ??
      (filling.form ||
        (card !== null && (
          <CommandCardView
            card={card}
            onClose={() => {
              setCard(null)
              onCardClosed()
            }}
          />
        ))),
    isCommand: read.kind !== 'message',
    hint: list.completesOnEnter
      ? t('composer.hint.completes')
      : read.kind === 'command'
        ? t('composer.hint.runs')
        : null,
    doubt,
    take,
    dismiss: () => {
      setCard(null)
      return filling.giveUp() || card !== null
    },
  }
}

function doubtOf(read: { kind: 'unknown'; name: string } | { kind: 'surplus'; command: Command }): string {
  return read.kind === 'unknown'
    ? t('composer.refusal.noCommand', { name: read.name })
    : t('composer.refusal.surplus', { name: read.command.name })
}
