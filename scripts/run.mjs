// Runs a command of this project, as the scripts of package.json do: `node scripts/run.mjs start --host web`.
import './require-node.mjs'

const commands = ['check', 'doctor', 'package', 'serve', 'start', 'test']
const isCommand = commands.includes(process.argv[2] ?? '')
const [command] = isCommand ? process.argv.splice(2, 1) : ['program']

void import(`./commands/${command}.mjs`)
