import { McpServer } from '@modelcontextprotocol/server'

import { registerAgentTools } from './tools/agent-tools'
import { registerModelTools } from './tools/model-tools'
import { registerSessionTools } from './tools/session-tools'
import type { ToolKit } from './tools/tool-kit'

const instructions =
  'Parley asks language models and runs coding agents on this machine. Call list_models to see the available models. claude, codex, gemini and opencode run a coding agent and return a continuation_id, which continues the conversation. search_sessions and get_session read the user’s chats.'

/** The server for one connection, with all its tools. */
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
