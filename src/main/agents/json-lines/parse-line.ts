import { parseForeignJson } from '../../../shared/json-depth'
import { brokenAgent } from '../turns/agent-failure'
import type { JsonLinesAgentId } from '../agent-route'

/** How much of an unreadable line is shown. */
const shownChars = 200

/**
 * The JSON of a line, with limited depth; null for an empty line.
 * @throws AGENT_FAILED with `data.reason` `unreadable`: what an unreadable line contained is unknown, so the answer is
 * incomplete
 */
export function parseLine(agentId: JsonLinesAgentId, line: string): unknown {
  if (line.trim() === '') return null
  try {
    return parseForeignJson(line)
  } catch {
    throw brokenAgent(agentId, 'unreadable', { said: line.slice(0, shownChars) })
  }
}
