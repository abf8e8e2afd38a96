import type { AgentId } from '../../../shared/agents/agents'
import type { AgentProfile } from '../agent'
import { claudeCode } from './claude-code'
import { codex } from './codex'
import { geminiCli } from './gemini-cli'
import { openCode } from './opencode'

/** The profile of each agent, by its id. */
export const agentProfiles: Readonly<Record<AgentId, AgentProfile>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode: openCode,
}
