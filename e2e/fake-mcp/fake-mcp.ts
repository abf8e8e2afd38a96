// An MCP server that misbehaves on request, over standard input and output. README.md lists its switches.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

import { Conversation, type Message } from './conversation.ts'
import { type Fault, isFault } from './faults.ts'

const { values } = parseArgs({ options: { fault: { type: 'string', multiple: true } } })
const faults = new Set<Fault>()
for (const name of values.fault ?? []) {
  if (!isFault(name)) throw new Error(`unknown fault: ${name}`)
  faults.add(name)
}

process.stderr.write('fake-mcp started\n')
if (faults.has('exit-at-start')) {
  process.stderr.write('the configuration is missing\n')
  process.exit(2)
}
if (faults.has('ignore-end')) {
  process.on('SIGTERM', () => {})
  process.on('SIGINT', () => {})
  setInterval(() => {}, 60_000)
}

const conversation = new Conversation(faults, (sent) => {
  process.stdout.write(`${typeof sent === 'string' ? sent : JSON.stringify(sent)}\n`)
})
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => conversation.receive(JSON.parse(line) as Message))
lines.on('close', () => {
  if (!faults.has('ignore-end')) process.exit(0)
})
