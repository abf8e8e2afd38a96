import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import type { SessionStatus, SessionUsage } from '../../../shared/sessions/sessions'
import type { ActionId } from '../../state/actions/action-catalogue'
import type { AppState } from '../../state/app/app-state'
import { assertNever } from '../../../shared/invariant'
import type { ModelInfo } from '../../../shared/models/models'
import { chatCommands } from './chat-commands'
import { readMention, type Mention } from './model-mention'
import { promptCommand, promptsCommand } from './prompt-command'

/** The view in which a command runs. */
export interface CommandPlace {
  app: AppState
  /** Null for a chat that has not been created yet. */
  sessionId: SessionId | null
  /** Chooses the chat's model; resolves with the refusal. */
  setModel: (model: string) => Promise<ErrorData | null>
  /** Saves a file. */
  saveFile: (fileName: string, content: string) => void
}

/** The card that a command shows, which can be dismissed and is not part of the chat. */
export type CommandCard =
  | { kind: 'status'; status: SessionStatus }
  | { kind: 'usage'; usage: SessionUsage }
  | { kind: 'help' }

/** The result of a command. */
export type CommandOutcome =
  | { kind: 'done' }
  | { kind: 'card'; card: CommandCard }
  /** Goes into the composer once its variables are filled in. */
  | { kind: 'prompt'; prompt: Prompt }
  | { kind: 'refused'; refusal: ErrorData }

/** A possible argument of a command. */
interface CommandOption {
  value: string
  title: string
}

/** A command that can be typed, or chosen from a list. */
export interface Command {
  /** Typed after the slash. */
  name: string
  /** A short description. */
  title: () => string
  /** The equivalent action, which replaces it in lists of actions; null if there is none. */
  action: ActionId | null
  /** The argument after the name; null if none is allowed. */
  argument: { hint: () => string; options: (place: CommandPlace) => CommandOption[] } | null
  /** Removes something from the chat, so it is never the first one offered. */
  changesChat?: true
  /** Why it is unavailable here, as text for users; null when it is available. */
  disabledReason: (place: CommandPlace) => string | null
  run: (place: CommandPlace, argument: string) => Promise<CommandOutcome>
}

/** The commands and mentions of a composer. */
export type CommandScope =
  /** Every command, and `@model`, which asks that model once. */
  | ({ kind: 'chat' } & Pick<CommandPlace, 'sessionId' | 'setModel'>)
  /** Only saved prompts, because no single chat or model exists that other commands could apply to. */
  | { kind: 'prompts' }
  /** Nothing: every text is a message. */
  | { kind: 'none' }

const promptCommands = [promptCommand, promptsCommand]

/** The commands of a composer, in display order. */
export function commandsOf(scope: CommandScope): readonly Command[] {
  switch (scope.kind) {
    case 'chat':
      return chatCommands
    case 'prompts':
      return promptCommands
    case 'none':
      return []
    default:
      return assertNever(scope)
  }
}

/** The model named at the start of a text, in scopes that allow it. */
export function mentionIn(scope: CommandScope, text: string, models: readonly ModelInfo[]): Mention | null {
  return scope.kind === 'chat' ? readMention(text, models) : null
}
