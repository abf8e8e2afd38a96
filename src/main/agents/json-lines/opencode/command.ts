import { join } from 'node:path'

import type { AgentCommand } from '../../agent'
import type { RouteTurn } from '../../agent-route'
import { openCodeLaunch, openCodeModel } from '../../profiles/opencode-launch'
import { imageNames } from '../image-files'

/** One turn of `opencode run`, with the prompt on standard input. @see https://opencode.ai/docs/cli */
export function openCodeCommand({ agent, request }: RouteTurn, folder: string | null): AgentCommand {
  const { model, resumeId } = request
  return {
    executable: agent.executable,
    args: [
      'run',
      '--format',
      'json',
      '--thinking',
      ...(model === null ? [] : ['-m', openCodeModel(agent, model)]),
      ...(folder === null ? [] : imageNames(request).flatMap((name) => ['-f', join(folder, name)])),
      ...(resumeId === null ? [] : ['-s', resumeId]),
    ],
    ...openCodeLaunch(agent, request),
  }
}
