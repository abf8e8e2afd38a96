import type { ReactNode, RefObject } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import type { CommandPlace } from './command'
import { type Completion, completionsOf } from './complete-command'
import { promptCommand, promptsCommand } from './prompt-command'
import { readCommand } from './read-command'
import { useApp } from '../../state/app/use-app'
import type { ComposerCompletion } from '../composer/composer'
import { useCompletionList } from './use-completion-list'
import { saveFile } from '../../browser/save-file'
import { useKnownPrompts } from '../prompts/use-known-prompts'
import { usePromptForm } from '../prompts/use-prompt-form'

const commands = [promptCommand, promptsCommand]

interface PromptLineOptions {
  draftPlace: string
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  onRefused: (refusal: ErrorData | null) => void
}

interface PromptLine {
  completion: ComposerCompletion | null
  overlay: ReactNode
  /** What Enter does now, where it does not send. */
  hint: string | null
  /** Uses the prompt that the text names. False where the text is a message. */
  take: () => boolean
  /** Puts the form away. Answers whether there was one. */
  dismiss: () => boolean
}

/** Kept prompts in a composer that knows no other command. */
export function usePromptLine({
  draftPlace,
  text,
  setText,
  field,
  onRefused,
}: PromptLineOptions): PromptLine {
  const app = useApp()
  const filling = usePromptForm(draftPlace, () => field.current?.focus())
  useKnownPrompts(/^\/prompt/iu.test(text))
  const place: CommandPlace = { app, sessionId: null, setModel: async () => null, saveFile }
  const read = readCommand(text, commands)
  const lines = completionsOf(text, commands, place)
  const list = useCompletionList({
    text,
    setText,
    offered: lines === null ? null : { name: t('composer.commands.label'), lines },
  })
  const run = async (typed: string) => {
    const command = readCommand(typed, commands)
    if (command.kind !== 'command') return
    onRefused(null)
    app.drafts.getState().takeSent(draftPlace, typed)
    const outcome = await command.command.run(place, command.argument)
    if (outcome.kind === 'prompt') await filling.begin(outcome.prompt)
    if (outcome.kind !== 'refused') return
    app.drafts.getState().giveBack(draftPlace, typed)
    list.closeFor(typed)
    onRefused(outcome.refusal)
  }
  const choose = (line: Completion) => {
    setText(line.text)
    // What takes a name waits for it.
    if (!line.text.endsWith(' ')) void run(line.text)
  }
  const lineHint = () => {
    if (list.completesOnEnter) return t('composer.hint.completes')
    return read.kind === 'command' ? t('prompts.enterUses') : null
  }
  return {
    completion: list.completion,
    overlay: list.show(choose) ?? filling.form,
    hint: lineHint(),
    take: () => {
      filling.giveUp()
      if (read.kind === 'command') void run(text)
      return read.kind === 'command'
    },
    dismiss: filling.giveUp,
  }
}
