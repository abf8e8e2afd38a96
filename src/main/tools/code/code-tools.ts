import { z } from 'zod'

import { ParleyError } from '../../../shared/errors'
import { assertNever } from '../../../shared/invariant'
import type { JobRunner } from '../../base/threads/job'
import { checkedInput, inputSchemaOf } from '../checked-input'
import type { Tool, ToolCallContext, ToolResult } from '../tool'
import type { CodeJobs } from './code-jobs'
import type { CodeOutcome } from './run-code'

/** The limits of one run. */
export interface CodeLimits {
  limitMs: number
  memoryBytes: number
  maxOutputChars: number
}

const defaultLimits: CodeLimits = {
  limitMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  maxOutputChars: 64 * 1024,
}
/** Code that does not notice the end of its time, such as a pattern that takes forever, ends with its thread. */
const graceMs = 1_000

const codeInput = z.object({
  code: z
    .string()
    .min(1)
    .max(256 * 1024)
    .describe('JavaScript. The result is the value of the last expression and what console.log prints.'),
})

/** `code.run`: runs JavaScript that can reach nothing outside itself. */
export function codeTools({
  jobs,
  limits = defaultLimits,
}: {
  jobs: JobRunner<CodeJobs>
  limits?: CodeLimits
}): Tool[] {
  return [
    {
      name: 'code.run',
      title: 'Run JavaScript',
      description: `Runs JavaScript (ES2023) in a sandbox, for calculations and for working with data that you write into the code. It has no network, files, modules or timers, ${limits.limitMs / 1_000} seconds and ${limits.memoryBytes / 1024 / 1024} MB. Nothing is kept between calls.`,
      // Made when it is first read: schemas would delay the start of the app.
      get inputSchema() {
        return inputSchemaOf(codeInput)
      },
      kind: 'execute',
      async prepare(input, call) {
        const { code } = checkedInput(codeInput, input)
        return { question: null, run: () => run(jobs, code, limits, call) }
      },
    },
  ]
}

async function run(
  jobs: JobRunner<CodeJobs>,
  code: string,
  limits: CodeLimits,
  call: ToolCallContext,
): Promise<ToolResult> {
  const { signal } = call
  let output = ''
  const onReport = (text: string) => {
    output += text
    call.onOutput(text)
  }
  try {
    const timeoutMs = limits.limitMs + graceMs
    const outcome = await jobs.run('runCode', { code, ...limits }, { signal, timeoutMs, onReport })
    const said = wordsOf(outcome, limits)
    const cut = outcome.isOutputCut ? '[The rest of the output was too long.]\n' : ''
    return { text: `${output}${cut}${said}`.trimEnd(), ...(outcome.kind === 'done' ? {} : { isError: true }) }
  } catch (error) {
    if (error instanceof ParleyError && error.code !== 'TIMEOUT') throw error
    signal.throwIfAborted()
    // The thread was terminated: it did not notice its end, or it had no memory left.
    const kind = error instanceof ParleyError ? 'too-slow' : 'too-large'
    return { text: `${output}${wordsOf({ kind }, limits)}`, isError: true }
  }
}

function wordsOf(outcome: CodeOutcome, limits: CodeLimits): string {
  switch (outcome.kind) {
    case 'done':
      return outcome.value === null ? '[No value.]' : `=> ${outcome.value}`
    case 'threw':
      return outcome.error
    case 'unsettled':
      return '[Not finished: it waits for a promise that nothing settles. There are no timers.]'
    case 'too-slow':
      return `[Stopped after ${limits.limitMs / 1_000} seconds.]`
    case 'too-large':
      return `[Stopped: it needs more than ${limits.memoryBytes / 1024 / 1024} MB of memory.]`
    default:
      return assertNever(outcome)
  }
}
