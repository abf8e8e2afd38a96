import { expect, onTestFinished, test } from 'vitest'

import { systemClock } from '../../base/clock'
import { threadProgram } from '../../base/testing/thread-program'
import { LoneJobs } from '../../base/threads/lone-jobs'
import { WorkerThread } from '../../base/threads/worker-thread'
import { runTool, someCall } from '../testing/tool-call'
import type { CodeJobs } from './code-jobs'
import { type CodeLimits, codeTools } from './code-tools'

const mebibyte = 1024 * 1024

function setUp(more: Partial<CodeLimits> = {}) {
  const jobs = new LoneJobs<CodeJobs>({
    open: () =>
      new WorkerThread<CodeJobs>(threadProgram('tool-worker'), {
        clock: systemClock,
        resourceLimits: { stackSizeMb: 32 },
      }),
    starting: 'prepareCode',
    maxThreads: 4,
  })
  onTestFinished(() => jobs.close())
  const limits = { limitMs: 5_000, memoryBytes: 64 * mebibyte, maxOutputChars: 1_000, ...more }
  const tools = codeTools({ jobs, limits })
  return {
    jobs,
    run: (code: string, call = someCall()) => runTool(tools, 'code.run', { code }, call),
  }
}

test('gives the model the output and the value, and says how code failed', async () => {
  const { run } = setUp()
  const [value, nothing, failed, deep] = await Promise.all([
    run('console.log("a"); 1 + 1'),
    run('let x = 1'),
    run('null.x'),
    run('let depth = 0; const f = () => { depth += 1; return f() + 1 }; try { f() } catch {} depth > 500'),
  ])
  expect(deep).toEqual({ text: '=> true' })
  expect(value).toEqual({ text: 'a\n=> 2' })
  expect(nothing).toEqual({ text: '[No value.]' })
  expect(failed).toEqual({ text: expect.stringContaining('TypeError'), isError: true })
})

test('code that the engine cannot interrupt ends with its thread, and its output is kept', async () => {
  const { run, jobs } = setUp({ limitMs: 200 })
  expect(await run('console.log("begun"); /^(a+)+$/.exec("a".repeat(40) + "!")')).toEqual({
    text: expect.stringMatching(/^(?:begun\n)?\[Stopped after 0.2 seconds.\]$/),
    isError: true,
  })
  await expect.poll(() => jobs.threadCount).toBe(0)
})

test('passes output on while it is written, and cuts it', async () => {
  let shown = ''
  const { run } = setUp()
  const call = someCall({ onOutput: (text) => (shown += text) })
  const { text } = await run('for (let i = 0; i < 1000; i += 1) console.log(i); "done"', call)
  expect(shown.startsWith('0\n1\n2\n')).toBe(true)
  expect(shown).toHaveLength(1_000)
  expect(text).toBe(`${shown}[The rest of the output was too long.]\n=> done`)
  const huge = await run('"x".repeat(1e6)')
  expect(huge.text.length).toBeLessThan(40_000)
})

test('a stop ends code that computes at once, and leaves no thread', async () => {
  const { run, jobs } = setUp()
  const stop = new AbortController()
  const running = run('console.log("begun"); for (;;);', someCall({ signal: stop.signal }))
  await expect.poll(() => jobs.threadCount).toBe(1)
  stop.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => jobs.threadCount).toBe(0)
})
