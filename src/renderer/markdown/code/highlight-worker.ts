import { createLowlight } from 'lowlight'

import { embedded, grammars } from '../../../shared/code/code-grammars'
import type { CodeRuns } from '../../../shared/code/code-kinds'
import { codeRuns } from '../../../shared/code/code-runs'
import { reportUncaughtErrors } from '../../workers/uncaught'

/** Asks the worker to highlight a piece of code. */
export interface HighlightRequest {
  id: number
  /** The highlighter's name of the language. */
  language: string
  text: string
}

/** Null when the code cannot be highlighted. */
export interface HighlightAnswer {
  id: number
  runs: CodeRuns | null
}

reportUncaughtErrors()

const lowlight = createLowlight()

addEventListener('message', (event: MessageEvent<HighlightRequest>) => void answer(event.data))

async function answer({ id, language, text }: HighlightRequest): Promise<void> {
  const reply: HighlightAnswer = { id, runs: await highlight(language, text) }
  postMessage(reply)
}

async function highlight(language: string, text: string): Promise<CodeRuns | null> {
  try {
    if (!(await load(language))) return null
    return codeRuns(lowlight.highlight(language, text))
  } catch {
    // The grammar cannot be loaded or fails on this code, which stays plain.
    return null
  }
}

async function load(language: string): Promise<boolean> {
  if (lowlight.registered(language)) return true
  const grammar = grammars.get(language)
  if (grammar === undefined) return false
  lowlight.register(language, (await grammar()).default)
  await Promise.all((embedded.get(language) ?? []).map(load))
  return true
}
