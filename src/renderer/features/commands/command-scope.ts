import { assertNever } from '../../../shared/invariant'
import type { ModelInfo } from '../../../shared/models/models'
import { chatCommands } from './chat-commands'
import type { Command, CommandPlace } from './command'
import { readMention, type Mention } from './model-mention'
import { promptCommand, promptsCommand } from './prompt-command'

/** What a composer understands besides messages. */
export type CommandScope =
  /** Every command, and `@model`, which asks that model once. */
  | ({ kind: 'chat' } & Pick<CommandPlace, 'sessionId' | 'setModel'>)
  /** Only saved prompts: there is no one chat or model that another command could mean. */
  | { kind: 'prompts' }
  /** Nothing: every text is a message. */
  | { kind: 'none' }

const promptCommands = [promptCommand, promptsCommand]

/** The commands that a composer knows, in the order in which they are offered. */
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

/** The model that a text names at its beginning, where it can name one. */
export function mentionIn(scope: CommandScope, text: string, models: readonly ModelInfo[]): Mention | null {
  return scope.kind === 'chat' ? readMention(text, models) : null
}
