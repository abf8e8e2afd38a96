import type { Prompt } from '../../../shared/sessions/prompts'
import type { ServerPrompt, ServerResource } from '../../../shared/tools/servers'
import type { Combobox } from '../../ui/lists/use-combobox'
import { t } from '../../language/t'
import { type CommandScope, commandsOf, type CommandPlace } from './command'
import { completionsOf, resourceLines } from './complete-command'
import { mentionCompletions } from './model-mention'

/** One completion of a text that starts with a slash or an at sign. */
export interface Completion {
  /** The text after accepting it. */
  text: string
  /** The completed part: a command's name or its argument. */
  label: string
  /** A hint about the argument that may follow. */
  hint: string | null
  title: string
  /** Why it is unavailable here. */
  disabledReason: string | null
  /** Accepting it inserts this prompt. */
  prompt?: Prompt
  /** Accepting it inserts what a server offers. */
  offer?: ServerOffer
}

/** A prompt of a server, or a resource, which becomes a file. */
export type ServerOffer =
  | { kind: 'prompt'; prompt: ServerPrompt }
  | { kind: 'resource'; resource: ServerResource }

/** Completions while typing; ARIA attributes of the field expose the active one. */
export type ComposerCompletion = Pick<Combobox, 'listId' | 'activeOption' | 'onKeyDown'>

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
    name: () => t('common.commands'),
    complete: (text, scope, place) => completionsOf(text, commandsOf(scope), place),
  },
  {
    name: () => t('common.settingsSections.models'),
    complete: (text, scope, { app }) =>
      scope.kind === 'chat'
        ? [
            ...(mentionCompletions(
              text,
              app.models.store.getState().models,
              app.settings.store.getState().settings.favouriteModels,
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
