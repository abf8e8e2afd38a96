import { runAcpAgent } from '../acp/acp-agent.ts'
import { geminiDialect } from '../acp/gemini-dialect.ts'
import { begin } from '../parts/begin.ts'
import { optionOf, readCommandLine } from '../parts/command-line.ts'
import { geminiLines } from '../raw/gemini-lines.ts'
import { runOneTurn } from '../raw/one-turn.ts'

if (process.argv.includes('--acp') || process.argv.includes('--experimental-acp')) {
  const line = readCommandLine(await begin('gemini', geminiLines.version), [
    '--approval-mode',
    '-m',
    '--model',
    '--allowed-tools',
    '--allowed-mcp-server-names',
  ])
  runAcpAgent(geminiDialect(optionOf(line, '--approval-mode')))
} else await runOneTurn(geminiLines)
