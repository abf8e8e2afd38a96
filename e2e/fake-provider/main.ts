import { parseArgs } from 'node:util'

import { knownNumber } from '../fake-cli/parts/known-words.ts'
import { startFakeProvider } from './fake-provider.ts'

const { values } = parseArgs({ options: { port: { type: 'string' }, 'api-key': { type: 'string' } } })

const apiKey = values['api-key']
const fake = await startFakeProvider({
  port: knownNumber(values.port ?? '0', '--port'),
  ...(apiKey === undefined ? {} : { apiKey }),
})
console.log(JSON.stringify({ baseUrl: fake.baseUrl, pid: process.pid }))

const end = () => {
  void fake.close()
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
