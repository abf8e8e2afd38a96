import { parseForeignJson } from '../../../shared/json-depth'
import { brokenAgent } from '../turns/agent-failure'
import type { LineAgentId } from '../agent-route'

/** How much of a line that cannot be read is shown. */
const shownChars = 200

/**
 * The JSON of a line, of bounded depth; null for an empty one.
 * @throws AGENT_FAILED with `data.reason` `unreadable`: of an answer that is not understood nobody knows what is missing
 */
export function parseLine(agentId: LineAgentId, line: string): unknown {
  if (line.trim() === '') return null
  try {
    return parseForeignJson(line)
  } catch {
    throw brokenAgent(agentId, 'unreadable', { said: line.slice(0, shownChars) })
  }
}
