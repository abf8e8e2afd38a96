import { McpServer } from '@modelcontextprotocol/server'

import { registerAgentTools } from './tools/agent-tools'
import { registerModelTools } from './tools/model-tools'
import { registerSessionTools } from './tools/session-tools'
import type { ToolKit } from './tools/tool-kit'

const instructions =
  'Parley asks language models and lets coding agents work on this machine. list_models says which models there are; claude, codex, gemini and opencode are agents, and each answers a continuation_id to go on with. search_sessions and get_session read the chats of its user.'

/** The server of one connection, with all its tools. */
export function createServer(deps: Omit<ToolKit, 'server'> & { version: string }): McpServer {
  const { version, ...rest } = deps
  const server = new McpServer(
    { name: 'parley', title: 'Parley', version },
    { capabilities: { tools: { listChanged: false } }, instructions },
  )
  const kit = { ...rest, server }
  registerAgentTools(kit)
  registerModelTools(kit)
  registerSessionTools(kit)
  return server
}
