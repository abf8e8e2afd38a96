import { runAcpAgent } from '../acp/acp-agent.ts'
import { geminiApprovalMode, geminiDialect } from '../acp/gemini-dialect.ts'
import { begin } from '../parts/begin.ts'

runAcpAgent(geminiDialect(geminiApprovalMode(await begin('gemini', '0.61.0'))))
