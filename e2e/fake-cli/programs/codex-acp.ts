import { runAcpAgent } from '../acp/acp-agent.ts'
import { codexDialect } from '../acp/codex-dialect.ts'
import { begin } from '../parts/begin.ts'
import { refuseWords } from '../parts/command-line.ts'

refuseWords(await begin('codex-acp', '2.6.0'), 'the command line of codex-acp')
runAcpAgent(codexDialect())
