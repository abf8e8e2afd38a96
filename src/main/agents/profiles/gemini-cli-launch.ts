import type { InstalledAgent } from '../agent'

/**
 * The environment that Gemini CLI is started with. Settings can be given to it in no other way: of files it heeds those of
 * its user and of the workspace, which are not Parley's, and those that root alone can write.
 */
export function geminiCliEnvironment(agent: InstalledAgent): Record<string, string> {
  return {
    // One process instead of two, and no question whether the folder is trusted: the user chose it.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
    ...agent.environment,
    ...(agent.baseUrl === null ? {} : { GOOGLE_GEMINI_BASE_URL: agent.baseUrl }),
  }
}
