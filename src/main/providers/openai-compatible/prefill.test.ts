import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { message, request, startProbe, textsOf } from '../testing/run-probe'
import { createAt } from '../testing/preset-provider'
import { plainDialect, prefillAddress, prefillAt, withPrefill } from './dialects'

const answer = message('assistant', 'One two')

test('only servers that promise it continue answers, and DeepSeek does so at another path', () => {
  const addresses = [
    'https://api.mistral.ai/v1',
    'https://api.deepseek.com/v1',
    'https://api.deepseek.com',
    'https://openrouter.ai/api/v1',
    'http://127.0.0.1:11434/v1',
    'nonsense',
  ]
  const used = addresses.map((address) => {
    const style = prefillAt(address)
    return style && prefillAddress(address, style)
  })
  expect(used).toEqual([
    'https://api.mistral.ai/v1',
    'https://api.deepseek.com/beta',
    'https://api.deepseek.com/beta',
    null,
    null,
    null,
  ])
})

test('the answer is marked as the last message of the request, and the next text follows', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const provider = createAt(fake.baseUrl, plainDialect, { field: 'prefix' })
  const run = startProbe(
    provider,
    request('brief', { messages: [message('user', 'Hi'), answer], isPrefilled: true }),
  )
  expect(await run.ended).toEqual({ error: null })
  expect(textsOf(run.events).text).not.toBe('')
  expect((await fake.waitForRequest()).body).toMatchObject({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'One two', prefix: true },
    ],
  })
})

test('a request that ends with the result of a tool, or has no messages, is written as usual', () => {
  const dialect = withPrefill(plainDialect, { field: 'prefix' })
  for (const body of [{ messages: [{ role: 'assistant' }, { role: 'tool' }] }, { messages: [] }, {}]) {
    expect(dialect(body)).toBe(body)
  }
})
