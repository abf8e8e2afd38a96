import { z } from 'zod'

import type { AgentRequest, InstalledAgent } from '../../agent'
import { type AcpProfile, requireAdapter } from './acp-profile'

/** The name of the user's own endpoint in Codex's configuration. */
const ownProvider = 'parley'
const warningStart = 'Warning: '

const json = z.record(z.string(), z.unknown())
const codexNews = z.object({
  codex: z.object({ error: z.object({ message: z.string(), willRetry: z.literal(true) }) }),
})

/** Codex through `codex-acp`, which starts the user's own CLI. @see https://github.com/agentclientprotocol/codex-acp */
export const codexAcp: AcpProfile = {
  id: 'codex',
  command: (agent, request) => {
    const { CODEX_CONFIG: ownConfig, ...environment } = agent.environment
    return {
      executable: requireAdapter('codex', agent),
      args: [],
      environment: {
        CODEX_PATH: agent.executable,
        NO_BROWSER: '1',
        ...(agent.baseUrl === null ? {} : { MODEL_PROVIDER: ownProvider }),
        ...environment,
        // The mode from the start; Codex's default would grant more.
        INITIAL_AGENT_MODE: firstMode(request),
        CODEX_CONFIG: JSON.stringify({ ...readConfig(ownConfig), ...configOf(agent, request) }),
      },
    }
  },
  modes: {
    'read-only': ['read-only'],
    'workspace-write': ['workspace-write'],
    unlimited: ['agent-full-access'],
  },
  clientMeta: { terminal_output: true, terminal_output_delta: true },
  warningIn: ({ text, messageId }) =>
    messageId === null && text.startsWith(warningStart) ? text.slice(warningStart.length) : null,
  retryIn: (meta) => {
    const read = codexNews.safeParse(meta)
    return read.success ? read.data.codex.error.message : null
  },
}

function firstMode({ permission }: AgentRequest): string {
  return codexAcp.modes[permission][0] ?? 'read-only'
}

function configOf({ baseUrl, environment }: InstalledAgent, request: AgentRequest): Record<string, unknown> {
  return {
    analytics: { enabled: false },
    check_for_update_on_startup: false,
    ...(request.model === null ? {} : { model: request.model }),
    ...(request.systemText === null ? {} : { developer_instructions: request.systemText }),
    ...(baseUrl === null
      ? {}
      : {
          model_provider: ownProvider,
          model_providers: {
            [ownProvider]: {
              name: ownProvider,
              base_url: baseUrl,
              wire_api: 'responses',
              env_key: 'CODEX_API_KEY' in environment ? 'CODEX_API_KEY' : 'OPENAI_API_KEY',
              request_max_retries: 2,
              stream_max_retries: 2,
            },
          },
        }),
  }
}

/**
 * The user's own configuration in the same variable; ignored if it is not a JSON object, because Codex could not start
 * with it.
 */
function readConfig(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    return json.parse(JSON.parse(text))
  } catch {
    return {}
  }
}
