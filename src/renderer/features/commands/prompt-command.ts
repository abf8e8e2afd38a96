import { oneLine } from '../../../shared/text/one-line'
import { t } from '../../language/t'
import { windowError } from '../../errors/error-data'
import type { Command } from './command'

const firstWordsLength = 80

/** Inserts a saved prompt into the composer; without a name, it lists them all. */
export const promptCommand: Command = {
  name: 'prompt',
  title: () => t('composer.commands.prompt'),
  action: 'prompts',
  argument: {
    hint: () => t('composer.commands.hintName'),
    options: ({ app }) =>
      app.prompts
        .offeredIn(app.shownProjectId())
        .map(({ name, text }) => ({ value: name, title: firstWords(text) })),
  },
  disabledReason: () => null,
  run: async ({ app }, argument) => {
    if (argument === '') {
      app.dialogs.open({ kind: 'prompts' })
      return { kind: 'done' }
    }
    // It may have been saved in another window since.
    if (app.prompts.named(argument) === undefined) await app.prompts.load()
    const prompt = app.prompts.named(argument)
    return prompt === undefined
      ? {
          kind: 'refused',
          refusal: windowError('NOT_FOUND', t('composer.refusal.noPrompt', { name: argument })),
        }
      : { kind: 'prompt', prompt }
  },
}

/** Opens the dialog with saved prompts. */
export const promptsCommand: Command = {
  name: 'prompts',
  title: () => t('composer.commands.prompts'),
  action: 'prompts',
  argument: null,
  disabledReason: () => null,
  run: async ({ app }) => {
    app.dialogs.open({ kind: 'prompts' })
    return { kind: 'done' }
  },
}

/** The beginning of a text, in one line. */
export function firstWords(text: string): string {
  const line = oneLine(text)
  return line.length <= firstWordsLength ? line : `${line.slice(0, firstWordsLength - 1)}…`
}
