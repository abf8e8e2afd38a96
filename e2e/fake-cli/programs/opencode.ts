import { runAcpAgent } from '../acp/acp-agent.ts'
import { opencodeDialect } from '../acp/opencode-dialect.ts'
import { begin } from '../parts/begin.ts'
import { onlyWord } from '../parts/command-line.ts'
import { knownWord } from '../parts/known-words.ts'

const where = 'the command line of opencode'
knownWord(onlyWord(await begin('opencode', '1.18.33'), where) ?? '', where, ['acp'])
runAcpAgent(opencodeDialect())
