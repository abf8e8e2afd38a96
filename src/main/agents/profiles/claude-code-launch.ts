import type { InstalledAgent } from '../agent'

/** By default it retries ten times, so that a rejected key goes unreported for minutes. */
const maxRetries = 2

/** Its read-only tools. */
export const claudeReadingTools = ['Read', 'Grep', 'Glob'] as const

/**
 * The settings that apply below `unlimited`. A folder's settings can start programs (hooks, servers, a key helper) and
 * allow every tool, and the folder may be anyone's.
 */
export const claudeSettingSources = ['user'] as const

/** The environment for Claude Code on either route. */
export function claudeCodeEnvironment(agent: InstalledAgent): Record<string, string> {
  return {
    // The folder's instructions are still read: its CLAUDE.md starts nothing.
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
