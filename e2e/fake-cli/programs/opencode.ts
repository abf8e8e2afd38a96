import { runAcpAgent } from '../acp/acp-agent.ts'
import { opencodeDialect } from '../acp/opencode-dialect.ts'
import { begin } from '../parts/begin.ts'
import { knownWord } from '../parts/known-words.ts'

const [command = '', ...rest] = await begin('opencode', '1.18.33')
for (const word of [command, ...rest]) knownWord(word, 'the command line of opencode', ['acp'])
runAcpAgent(opencodeDialect())
