import type { AgentCommand } from '../../agent'
import type { RouteTurn } from '../../agent-route'
import {
  claudeCodeEnvironment,
  claudeReadingTools,
  claudeSettingSources,
} from '../../profiles/claude-code-launch'
import type { JsonLinesDialect } from '../dialect'
import { decisionLine, interruptLine, promptLine } from './claude-messages'
import { ClaudeReader } from './claude-reader'

/** `claude -p` with JSON lines in both directions. */
export const claudeDialect: JsonLinesDialect = {
  agentId: 'claude-code',
  command: claudeCommand,
  input: ({ request }) => promptLine(request),
  dialogue: { interrupt: interruptLine, answer: decisionLine },
  createReader: (turn, clock) => new ClaudeReader(turn, clock),
}

/** Arguments that let tools run without asking, by permission. All other calls need approval, except with `dontAsk`. */
const permissionArguments = {
  'read-only': [
    '--permission-mode',
    'dontAsk',
    '--tools',
    claudeReadingTools.join(','),
    '--strict-mcp-config',
  ],
  'workspace-write': ['--permission-mode', 'acceptEdits'],
  unlimited: ['--permission-mode', 'bypassPermissions'],
} as const

const instructionsFile = 'instructions.md'

/** The tool that asks questions of a person at the terminal. */
const questionTool = 'AskUserQuestion'

/** One turn of `claude -p`, with JSON lines in both directions. @see https://code.claude.com/docs/en/headless */
export function claudeCommand({ agent, request }: RouteTurn): AgentCommand {
  const { model, permission, resumeId, systemText, workspace } = request
  return {
    executable: agent.executable,
    args: [
      '-p',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      '--include-partial-messages',
      '--permission-prompt-tool',
      'stdio',
      ...permissionArguments[permission],
      ...(permission === 'unlimited'
        ? []
        : ['--setting-sources', claudeSettingSources.join(','), '--add-dir', workspace]),
      '--disallowedTools',
      questionTool,
      ...(model === null ? [] : ['--model', model]),
      ...(systemText === null ? [] : ['--append-system-prompt-file', { file: instructionsFile }]),
      ...(resumeId === null ? [] : ['--resume', resumeId]),
    ],
    environment: claudeCodeEnvironment(agent),
    files: systemText === null ? [] : [{ name: instructionsFile, content: systemText }],
  }
}
