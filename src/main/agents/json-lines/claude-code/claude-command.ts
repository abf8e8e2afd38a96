import type { AgentCommand } from '../../agent'
import type { RouteTurn } from '../../agent-route'
import {
  claudeCodeEnvironment,
  claudeReadingTools,
  claudeSettingSources,
} from '../../profiles/claude-code-launch'

/** What each level lets its tools do unasked. What is not among it is asked for, but with `dontAsk`. */
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

/** The tool by which it puts questions to a person who sits in front of it. */
const questionTool = 'AskUserQuestion'

/** One turn of `claude -p`, with lines of JSON in both directions. @see https://code.claude.com/docs/en/headless */
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
      ...(systemText === null ? [] : ['--append-system-prompt', systemText]),
      ...(resumeId === null ? [] : ['--resume', resumeId]),
    ],
    environment: claudeCodeEnvironment(agent),
  }
}
