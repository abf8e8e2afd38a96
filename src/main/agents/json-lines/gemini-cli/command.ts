import type { AgentCommand } from '../../agent'
import type { RouteTurn } from '../../agent-route'
import { join } from 'node:path'
import { geminiCliEnvironment, geminiCliLimits } from '../../profiles/gemini-cli-launch'
import { imageNames } from '../image-files'

const approvalModes = { 'read-only': 'plan', 'workspace-write': 'auto_edit', unlimited: 'yolo' } as const

/** One turn of `gemini`, with the prompt on standard input. @see https://geminicli.com/docs/cli/headless */
export function geminiCommand({ agent, request }: RouteTurn, folder: string | null): AgentCommand {
  const { model, permission, resumeId } = request
  return {
    executable: agent.executable,
    args: [
      '-o',
      'stream-json',
      '--approval-mode',
      approvalModes[permission],
      ...geminiCliLimits(permission),
      ...(model === null ? [] : ['-m', model]),
      ...(folder === null ? [] : ['--include-directories', folder]),
      ...(resumeId === null ? [] : ['--resume', resumeId]),
    ],
    environment: geminiCliEnvironment(agent),
  }
}

/** The prompt, behind its images by the names of their files, and of a new session behind the instructions. */
export function geminiInput({ request }: RouteTurn, folder: string | null): string {
  const { prompt, resumeId, systemText } = request
  const names = folder === null ? [] : imageNames(request).map((name) => `@${join(folder, name)}`)
  const isTold = systemText === null || resumeId !== null
  const instructions = isTold ? [] : [`<instructions>\n${systemText}\n</instructions>\n`]
  return [...names, ...instructions, prompt].join('\n')
}
