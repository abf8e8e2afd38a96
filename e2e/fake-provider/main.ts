import { parseArgs } from 'node:util'

import { startFakeProvider } from './fake-provider.ts'

const { values } = parseArgs({ options: { port: { type: 'string' }, 'api-key': { type: 'string' } } })

const apiKey = values['api-key']
const fake = await startFakeProvider({
  port: Number(values.port ?? 0),
  ...(apiKey === undefined ? {} : { apiKey }),
})
console.log(JSON.stringify({ baseUrl: fake.baseUrl, pid: process.pid }))

const end = () => {
  void fake.close()
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
