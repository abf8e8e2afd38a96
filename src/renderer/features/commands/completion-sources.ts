import { t } from '../../language/t'
import { type CommandScope, commandsOf } from './command-scope'
import type { CommandPlace } from './command'
import { completionsOf, resourceLines } from './complete-command'
import type { Completion } from './completion'
import { mentionCompletions } from './model-mention'

/** A kind of completion in the composer. */
interface CompletionSource {
  /** The name of its list. */
  name: () => string
  /** Null when the text is of another kind. */
  complete: (text: string, scope: CommandScope, place: CommandPlace) => Completion[] | null
}

/** All sources; the first one with completions for a text is used. */
const completionSources: readonly CompletionSource[] = [
  {
    name: () => t('composer.commands.label'),
    complete: (text, scope, place) => completionsOf(text, commandsOf(scope), place),
  },
  {
    name: () => t('composer.models.label'),
    complete: (text, scope, { app }) =>
      scope.kind === 'chat'
        ? [
            ...(mentionCompletions(
              text,
              app.models.getState().models,
              app.settings.getState().settings.favouriteModels,
            ) ?? []),
            ...resourceLines(app.serverOffers.store.getState().resources, text),
          ]
        : null,
  },
]

/** The completions of a text; null when there is nothing to complete. */
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
