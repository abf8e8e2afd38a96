// The least that an answer takes in a process of its own: the provider's package reads it, and its text is joined. Reads
// one model per line of standard input and writes a line with the processor time of its answer.
// usage: node bench/bare-stream.mjs BASE_URL
import { createInterface } from 'node:readline'

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

const provider = createOpenAICompatible({ name: 'bare', baseURL: process.argv[2] ?? '' })

for await (const modelId of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage()
  const { stream } = await provider.chatModel(modelId).doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Tell me everything.' }] }],
  })
  let text = ''
  for await (const part of stream) if (part.type === 'text-delta') text += part.delta
  const { user, system } = process.cpuUsage(before)
  process.stdout.write(`${JSON.stringify({ cpuMs: (user + system) / 1000, chars: text.length })}\n`)
}
