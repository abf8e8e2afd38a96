import type { Page } from '@playwright/test'

import { errorReply, type ModelScript } from '../../e2e/fake-provider/script.ts'
import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { Compare } from '../../e2e/helpers/pages/compare.ts'
import type { LiveApp } from '../../e2e/helpers/live-app.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import { fallingSilent, notebook, pages, saying, steps, walQuestion } from './samples/sample-models.ts'
import type { Scene } from './scene.ts'

const model = 'gemma3:27b'

const first = `Because nothing tells the producer to wait. \`write()\` returns \`false\` once the buffer is past its high-water mark, but it still *accepts* the chunk: if you keep writing, the buffer grows until memory ends.

### What to change

- Respect the return value: stop at \`false\`, go on at \`drain\`.
- Or let \`pipeline()\` do it, and errors and cleanup with it.

\`\`\`ts
import { pipeline } from 'node:stream/promises'

await pipeline(source, transform, sink, { signal }) // aborts all three
\`\`\``

const second = `Then \`drain\` never comes, which is right: the pipeline waits. What you need is a deadline, so that a peer which stopped reading cannot hold your memory for ever.

Combine the caller's signal with a timeout, and hand the result to the pipeline. A timeout then looks different from a stop, because \`signal.reason\` says which of the two it was, and you can tell the peer that is gone from the user who changed their mind.`

/** The models in the README's screenshots; the chat's model reports how much was said before. */
export const readmeModels: Readonly<Record<string, ModelScript>> = {
  [model]: ({ body }) => (isFollowUp(body) ? saying(second, 40) : saying(first, 60)),
  'qwen3:32b': saying(notebook, 14),
  'llama3.3:70b': saying(pages, 60),
  'mistral-small': fallingSilent(steps, 34),
  'phi4:14b': errorReply(404, { message: "model 'phi4:14b' not found, try pulling it first" }),
}

/** The two screenshots in README.md, stored in docs/pictures. */
export const readmeScenes: Readonly<Record<string, Scene>> = {
  'readme-chat': async (page, app) => {
    await saveOllama(page, app)
    const chat = new Chat(page)
    await chat.begin(`ollama/${model}`, 'Why does my pipeline eat 3 GB when the consumer is slow?')
    await chat.answerThatIs('complete').waitFor()
    await chat.ask('And if the sink is a socket that stalls?')
    await chat.answer.getByText('because signal.reason').waitFor()
  },
  'readme-compare': async (page, app) => {
    await saveOllama(page, app)
    const compare = new Compare(page)
    const names = ['qwen3:32b', 'llama3.3:70b', 'mistral-small', 'phi4:14b']
    await compare.begin(names.map((name) => `ollama/${name}`))
    await compare.ask(walQuestion)
    await compare.pane(3).answer.getByText('Sync the log').waitFor()
    await compare.pane(3).stop.click()
    await compare.pane(3).status.getByText('Stopped').waitFor()
    await compare.pane(2).status.getByText('Done').waitFor()
    await compare.pane(1).answer.getByText('Readers keep').waitFor()
    await page.mouse.move(0, 0)
  },
}

/** The names of the models are those of a local server; their answers are above. */
async function saveOllama(page: Page, app: LiveApp): Promise<void> {
  const provider = {
    id: 'ollama',
    kind: 'openai-compatible',
    name: 'Ollama',
    baseUrl: app.fake.baseUrl,
  } as const
  await invoke(page, 'providers.save', provider)
  await page.reload()
}

function isFollowUp(body: unknown): boolean {
  return JSON.stringify(body).includes('"assistant"')
}
