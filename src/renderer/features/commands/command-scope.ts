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
