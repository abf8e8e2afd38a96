import type { Prompt } from '../../../shared/sessions/prompts'
import type { ServerPrompt, ServerResource } from '../../../shared/tools/servers'
import type { Combobox } from '../../ui/lists/use-combobox'

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
