import { t } from '../../language/t'
import { commandsOf, type CommandScope } from './command-scope'
import type { CommandPlace } from './command'
import { completionsOf, type Completion } from './complete-command'
import { mentionCompletions } from './model-mention'

/** Something that a text in the composer can become, by how it begins. */
interface CompletionSource {
  /** What the list of its lines is called. */
  name: () => string
  /** Null where the text is not one of these. */
  complete: (text: string, scope: CommandScope, place: CommandPlace) => Completion[] | null
}

/** All of them: the first that has lines for a text is offered. */
const completionSources: readonly CompletionSource[] = [
  {
    name: () => t('composer.commands.label'),
    complete: (text, scope, place) => completionsOf(text, commandsOf(scope), place),
  },
  {
    name: () => t('composer.models.label'),
    complete: (text, scope, { app }) =>
      scope.kind === 'chat'
        ? mentionCompletions(
            text,
            app.models.getState().models,
            app.settings.getState().settings.favouriteModels,
          )
        : null,
  },
]

/** The lines that are offered for a text; null where there is nothing to complete. */
export function completionsFor(
  text: string,
  scope: CommandScope,
  place: CommandPlace,
): { name: string; lines: readonly Completion[] } | null {
  for (const { name, complete } of completionSources) {
    const lines = complete(text, scope, place)
    if (lines !== null && lines.length > 0) return { name: name(), lines }
  }
  return null
}
