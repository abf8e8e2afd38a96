import { markdownTokens } from '../../../e2e/fake-provider/sample-text.ts'
import {
  completeStream,
  errorReply,
  type ModelScript,
  type Script,
  type Step,
} from '../../../e2e/fake-provider/script.ts'

/** The question that all sample answers answer. */
export const walQuestion = 'Explain write-ahead logging to a colleague who knows B-trees.'

export const notebook = `Think of the tree as the book, and of the log as the notepad beside it. Every change is written on the notepad first, in order, and only later copied into the book.

Two things follow:

- A crash loses nothing that reached the notepad.
- Readers keep reading the book while a writer scribbles.

The price is a second write, but a *sequential* one: the disk never has to seek between two pages of the tree. When the notepad is full, a **checkpoint** copies its pages home and starts a new one.

\`\`\`sql
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
\`\`\`

With these two lines a commit is one append, and a power failure costs at most the last few of them.`

export const pages = `A B-tree update touches several pages. If power fails between them, the tree is torn.

WAL appends the new page images to a log, syncs it **once**, and calls that a commit. A checkpoint copies pages home when nobody needs the old ones.

| | rollback journal | write-ahead log |
| --- | --- | --- |
| writes to the tree | at once | at a checkpoint |
| readers | wait | go on |
| syncs per commit | two or three | one |`

const split = `In a B-tree, a split changes the parent and two children. Write-ahead logging makes that one atomic step, since the log record is either there as a whole or not at all.

Recovery reads the log from the last checkpoint, and repeats what was committed.`

export const steps = `1. Change the page in memory.
2. Append a record of the change to the log.
3. Sync the log. *Now* the change is committed.
4. Write the page itself whenever it suits.

Recovery runs the log again from the last checkpoint, so step 4 may be late, or may never have happened. What you gain is that the slow, scattered writes of the tree leave the path of the commit; what you pay is a log that has to be folded back before it outgrows its tree.`

/** Models for screenshots, in addition to the fake provider's built-in ones. */
export const sampleModels: Readonly<Record<string, ModelScript>> = {
  essay: completeStream([{ type: 'tokens', tokens: markdownTokens(3_000), perSecond: 150 }]),
  'qwen3:14b': saying(notebook, 160),
  'llama3.1:8b': saying(pages, 240),
  'gemma3:12b': saying(split, 90),
  'mistral-small:24b': saying(steps, 120),
  'qwen3:14b-slow': saying(notebook, 24),
  'llama3.1:8b-slow': saying(pages, 40),
  'gemma3:12b-silent': fallingSilent(split, 38),
  'a-family-with-a-very-long-name-instruct-2511-preview:70b-q4_K_M': saying(split, 400),
  'out-of-memory': errorReply(500, {
    message:
      'model requires more system memory (18.6 GiB) than is available (11.2 GiB): CUDA_ERROR_OUT_OF_MEMORY at llama_model_load_from_file_impl',
  }),
  // Names in the price list.
  'openai/gpt-4o-mini': saying(pages, 200),
  'openai/gpt-4.1': saying(pages, 200),
  'anthropic/claude-3.5-haiku': saying(steps, 200),
  'google/gemini-2.5-flash': saying(split, 200),
}

/** Writes this many tokens of the text, then waits to be stopped. */
export function fallingSilent(text: string, tokenCount: number): Script {
  const tokens = tokensOf(text).slice(0, tokenCount)
  return { type: 'stream', steps: [{ type: 'tokens', tokens, perSecond: 90 }, { type: 'silence' }] }
}

/** Writes like a model, with twenty tokens of thinking first. */
export function saying(text: string, perSecond: number): Script {
  const thought: Step = { type: 'wait', ms: 20_000 / perSecond }
  return completeStream([thought, { type: 'tokens', tokens: tokensOf(text), perSecond }])
}

/** Splits a text into words with the spaces before them, roughly like a model's tokens. */
function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,6}/gu) ?? []
}
