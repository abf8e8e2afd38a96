import { runAcpAgent } from '../acp/acp-agent.ts'
import { claudeDialect } from '../acp/claude-dialect.ts'
import { begin } from '../parts/begin.ts'
import { refuseWords } from '../parts/command-line.ts'

refuseWords(await begin('claude-agent-acp', '0.100.0'), 'the command line of claude-agent-acp')
runAcpAgent(claudeDialect())
