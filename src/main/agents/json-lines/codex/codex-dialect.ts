import { lookupTable } from '../../../../shared/lookup-table'
import type { AgentCommand, AgentRequest } from '../../agent'
import type { RouteTurn } from '../../agent-route'
import type { JsonLinesDialect } from '../dialect'
import { CodexReader } from './codex-reader'

const imageEndings = lookupTable({
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
})

/** `codex exec --json`. */
export const codexDialect: JsonLinesDialect = {
  agentId: 'codex',
  command: codexCommand,
  input: ({ request }) => codexInput(request),
  dialogue: null,
  createReader: (turn, clock) => new CodexReader(turn, clock),
}

const sandbox = {
  'read-only': 'read-only',
  'workspace-write': 'workspace-write',
  unlimited: 'danger-full-access',
} as const

/** The name of the user's own server in Codex's configuration. */
const ownProvider = 'parley'
const requestRetries = 2
const streamRetries = 3

/** Variables that may contain Codex's key, in order of preference. */
const keyNames = ['CODEX_API_KEY', 'OPENAI_API_KEY']

/** One turn of `codex exec`, with the prompt on standard input. @see https://developers.openai.com/codex/noninteractive */
export function codexCommand({ agent, request }: RouteTurn): AgentCommand {
  const { model, permission, resumeId } = request
  return {
    executable: agent.executable,
    args: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '-s',
      sandbox[permission],
      ...(model === null ? [] : ['-m', model]),
      ...configuration(agent.baseUrl, agent.environment).flatMap((entry) => ['-c', entry]),
      ...imageFiles(request).map(({ name }) => ({ prefix: '--image=', file: name })),
      ...(resumeId === null ? [] : ['resume', resumeId]),
      '-',
    ],
    environment: agent.environment,
    files: imageFiles(request),
  }
}

/** Configuration entries for this turn only. */
function configuration(baseUrl: string | null, environment: Readonly<Record<string, string>>): string[] {
  const entries = ['analytics.enabled=false', 'check_for_update_on_startup=false']
  if (baseUrl === null) return entries
  const keyName = keyNames.find((name) => environment[name] !== undefined)
  const provider = [
    `name=${tomlText('Parley')}`,
    `base_url=${tomlText(baseUrl)}`,
    ...(keyName === undefined ? [] : [`env_key=${tomlText(keyName)}`]),
    'wire_api="responses"',
    `request_max_retries=${requestRetries}`,
    `stream_max_retries=${streamRetries}`,
  ]
  return [
    ...entries,
    `model_provider=${tomlText(ownProvider)}`,
    ...provider.map((entry) => `model_providers.${ownProvider}.${entry}`),
  ]
}

/** A TOML basic string, which has the same escapes as JSON. @see https://toml.io/en/v1.0.0#string */
function tomlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f')
}

const instructionsEnd = '</instructions>'

/**
 * The prompt after the user's instructions. Codex takes instructions only from its command line, which other programs
 * can read, or from files of its user and of the folder, which are not Parley's.
 */
export function codexInput({ prompt, systemText }: Pick<AgentRequest, 'prompt' | 'systemText'>): string {
  if (systemText === null) return prompt
  // Nothing in them may end them early.
  const instructions = systemText.replaceAll(instructionsEnd, '</ instructions>')
  return `<instructions>\n${instructions}\n${instructionsEnd}\n\n${prompt}`
}

/** A request's images as files. */
function imageFiles({ images }: AgentRequest): { name: string; content: Uint8Array }[] {
  return images.map((image, index) => ({ name: imageName(image, index), content: image.bytes }))
}

function imageName({ mediaType }: AgentRequest['images'][number], index: number): string {
  return `image-${index + 1}.${imageEndings.get(mediaType) ?? 'png'}`
}
