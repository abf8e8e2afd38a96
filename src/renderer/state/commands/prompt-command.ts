import type { Command } from './command'

const firstWordsLength = 80

/** Puts a kept prompt into the composer; without a name it shows them all. */
export const promptCommand: Command = {
  name: 'prompt',
  title: 'Use a prompt that you keep',
  action: 'prompts',
  argument: {
    hint: 'name',
    options: ({ app }) =>
      app.prompts.store
        .getState()
        .prompts.map(({ name, text }) => ({ value: name, title: firstWords(text) })),
  },
  whyNot: () => null,
  run: async ({ app }, argument) => {
    if (argument === '') {
      app.setPromptsOpen(true)
      return { kind: 'done' }
    }
    // It may have been kept in another window since.
    if (app.prompts.named(argument) === undefined) await app.prompts.load()
    const prompt = app.prompts.named(argument)
    return prompt === undefined
      ? {
          kind: 'refused',
          refusal: {
            code: 'NOT_FOUND',
            message: `There is no prompt named ${argument}. /prompt alone shows those that you keep.`,
          },
        }
      : { kind: 'prompt', prompt }
  },
}

/** Shows the prompts that are kept, to write and to change them. */
export const promptsCommand: Command = {
  name: 'prompts',
  title: 'Write and change the prompts that you keep',
  action: 'prompts',
  argument: null,
  whyNot: () => null,
  run: async ({ app }) => {
    app.setPromptsOpen(true)
    return { kind: 'done' }
  },
}

function firstWords(text: string): string {
  const line = text.trim().replaceAll(/\s+/gu, ' ')
  return line.length <= firstWordsLength ? line : `${line.slice(0, firstWordsLength - 1)}…`
}
