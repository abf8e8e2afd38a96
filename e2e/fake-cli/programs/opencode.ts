import { runAcpAgent } from '../acp/acp-agent.ts'
import { opencodeDialect } from '../acp/opencode-dialect.ts'
import { begin } from '../parts/begin.ts'
import { runOneTurn } from '../raw/one-turn.ts'
import { opencodeLines } from '../raw/opencode-lines.ts'

if (process.argv[2] === 'acp') {
  await begin('opencode', opencodeLines.version)
  runAcpAgent(opencodeDialect())
} else await runOneTurn(opencodeLines)
