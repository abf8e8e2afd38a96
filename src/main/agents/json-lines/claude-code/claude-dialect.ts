import type { JsonLinesDialect } from '../dialect'
import { claudeCommand } from './claude-command'
import { decisionLine, interruptLine, promptLine } from './claude-messages'
import { ClaudeReader } from './claude-reader'

/** `claude -p` with JSON lines in both directions. */
export const claudeDialect: JsonLinesDialect = {
  agentId: 'claude-code',
  files: () => [],
  command: claudeCommand,
  input: ({ request }) => promptLine(request),
  dialogue: { interrupt: interruptLine, answer: decisionLine },
  createReader: (turn, clock) => new ClaudeReader(turn, clock),
}
