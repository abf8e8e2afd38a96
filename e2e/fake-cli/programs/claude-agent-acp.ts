import { runAcpAgent } from '../acp/acp-agent.ts'
import { claudeDialect } from '../acp/claude-dialect.ts'
import { begin } from '../parts/begin.ts'

await begin('claude-agent-acp', '0.100.0')
runAcpAgent(claudeDialect())
