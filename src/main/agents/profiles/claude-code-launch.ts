import type { InstalledAgent } from '../agent'

/** By itself it asks ten times, which leaves a refused key unsaid for minutes. */
const maxRetries = 2

/** The tools that only look. */
export const claudeReadingTools = ['Read', 'Grep', 'Glob'] as const

/**
 * Whose settings hold below `unlimited`. Those of the folder can start programs by themselves (hooks, servers, a helper for
 * keys) and allow its tools everything, and the folder may be anybody's.
 */
export const claudeSettingSources = ['user'] as const

/** The environment that Claude Code is started with, however it is talked to. */
export function claudeCodeEnvironment(agent: InstalledAgent): Record<string, string> {
  return {
    // What a folder tells it in words is read all the same: its CLAUDE.md starts nothing.
    CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: String(maxRetries),
    ...agent.environment,
    ...(agent.baseUrl === null ? {} : { ANTHROPIC_BASE_URL: agent.baseUrl }),
  }
}
