import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import type { SessionStatus, SessionUsage } from '../../../shared/sessions/sessions'
import type { ActionId } from '../../state/actions/action-catalogue'
import type { AppState } from '../../state/app/app-state'

/** Where a command is run. */
export interface CommandPlace {
  app: AppState
  /** Null where nothing is stored of the chat yet. */
  sessionId: SessionId | null
  /** Chooses the model that answers here; answers with the refusal. */
  setModel: (model: string) => Promise<ErrorData | null>
  /** Hands the user a file. */
  saveFile: (fileName: string, content: string) => void
}

/** What a command shows: a card that is read and put away, no part of the chat. */
export type CommandCard =
  | { kind: 'status'; status: SessionStatus }
  | { kind: 'usage'; usage: SessionUsage }
  | { kind: 'help' }

export type CommandOutcome =
  | { kind: 'done' }
  | { kind: 'card'; card: CommandCard }
  /** It goes into the composer, once its variables are filled in. */
  | { kind: 'prompt'; prompt: Prompt }
  | { kind: 'refused'; refusal: ErrorData }

/** A value that can stand after a command. */
export interface CommandOption {
  value: string
  title: string
}

/** Something that can be done by typing its name, or chosen from a list of all. */
export interface Command {
  /** What is typed after the slash. */
  name: string
  /** What it does, in a few words. */
  title: () => string
  /** The action that does the same, and is offered in its place where actions are listed; null where none does. */
  action: ActionId | null
  /** What stands after the name; null where nothing may. */
  argument: { hint: () => string; options: (place: CommandPlace) => CommandOption[] } | null
  /** Why it cannot be run here, for people; null when it can. */
  whyNot: (place: CommandPlace) => string | null
  run: (place: CommandPlace, argument: string) => Promise<CommandOutcome>
}
