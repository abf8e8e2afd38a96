import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import type { AgentId } from '../../../shared/agents/agents'
import { allowedEnvironment } from '../supervisor/agent-environment'

/** Variables that such a file may set in a folder of anyone's: they choose an account, and nothing else. */
const accountVariables: ReadonlySet<string> = new Set([
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
])

/** No file of variables that people write is larger. */
const maxBytes = 1_000_000

/**
 * Names of the variables that files with these names would set in an agent that works in `folder`, and that could
 * redirect its requests, with the user's key, or start programs. Files in the folder and above it count, up to the
 * user's home: what is there is the user's own.
 * @throws AGENT_FAILED such a file is too large to be read, or no file
 */
export async function folderVariables(
  folder: string,
  files: readonly string[],
  about: { home: string; providerName: string },
): Promise<string[]> {
  if (files.length === 0) return []
  const own = new Set([about.home, await realpath(about.home).catch(() => about.home)])
  const places = [folder, await realpath(folder).catch(() => folder)].flatMap((place) =>
    foldersUpTo(place, own),
  )
  const names = new Set<string>()
  for (const file of new Set(places.flatMap((place) => files.map((name) => join(place, name))))) {
    for (const name of await namesIn(file, about.providerName)) names.add(name)
  }
  return Array.from(names).filter((name) => !accountVariables.has(name))
}

function foldersUpTo(folder: string, ends: ReadonlySet<string>): string[] {
  if (ends.has(folder)) return []
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersUpTo(parent, ends)]
}

/** @see https://github.com/motdotla/dotenv for the format */
async function namesIn(file: string, providerName: string): Promise<string[]> {
  const found = await stat(file).catch(() => null)
  if (found === null || found.isDirectory()) return []
  if (!found.isFile() || found.size > maxBytes) {
    throw failure('AGENT_FAILED', 'variables-unreadable', { providerName, file })
  }
  // The agent cannot read a file that this account may not read.
  const text = await readFile(file, 'utf8').catch(() => '')
  return Array.from(text.matchAll(/^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)/gm), ([, name = '']) => name)
}

/** Families of variables that select the cloud whose models an agent uses, and sign in to it. */
const families = {
  amazon: /^(?:AWS_|BEDROCK_)/,
  google: /^(?:GOOGLE_|GCLOUD_|CLOUDSDK_|CLOUD_ML_|VERTEX_|VERTEXAI_)/,
  azure: /^AZURE_/,
} as const

/** The variables that each agent reads, by its documentation. */
const readBy: Readonly<Record<AgentId, readonly RegExp[]>> = {
  /** @see https://code.claude.com/docs/en/third-party-integrations */
  'claude-code': [
    /^CLAUDE_CODE_(?:USE|SKIP|OAUTH)_/,
    /^ANTHROPIC_/,
    families.amazon,
    families.google,
    families.azure,
  ],
  /** @see https://developers.openai.com/codex/config-reference */
  codex: [/^(?:OPENAI|CODEX)_/, families.azure, families.amazon],
  /** @see https://geminicli.com/docs/get-started/authentication */
  'gemini-cli': [/^GEMINI_/, families.google],
  /** @see https://opencode.ai/docs/providers */
  opencode: [families.amazon, families.google, families.azure, /^(?:CLOUDFLARE|AICORE|GITLAB)_/, /_API_KEY$/],
}

/**
 * Names of variables in Parley's own environment that this agent would use and does not get: they may contain keys, so
 * only the user can pass them. Those that the user has set are not among them.
 */
export function withheldVariables(
  agentId: AgentId,
  own: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
): string[] {
  const allowed = allowedEnvironment(own)
  return Object.keys(own)
    .filter((name) => own[name] !== undefined && own[name] !== '' && !(name in allowed) && !(name in given))
    .filter((name) => readBy[agentId].some((family) => family.test(name)))
    .toSorted()
}
