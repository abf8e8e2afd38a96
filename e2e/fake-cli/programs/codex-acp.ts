import { runAcpAgent } from '../acp/acp-agent.ts'
import { codexDialect } from '../acp/codex-dialect.ts'
import { begin } from '../parts/begin.ts'

await begin('codex-acp', '2.6.0')
runAcpAgent(codexDialect())
