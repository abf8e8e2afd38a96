import type { AgentId } from '../../../shared/agents/agents'
import { allowedEnvironment } from '../supervisor/agent-environment'

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
