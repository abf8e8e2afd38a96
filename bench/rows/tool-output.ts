import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { ScriptedRun } from '../../e2e/helpers/pages/scripted-run.ts'
import { invoke } from '../../e2e/helpers/pages/window-api.ts'
import type { RunEventBody } from '../../src/shared/runs/events.ts'
import { type Figure, plainFigure, type Row } from '../figure.ts'
import { PageRecorder } from '../pages/page-recorder.ts'
import { rendererCpuMs } from '../pages/renderer-cpu.ts'
import { longestTaskFigure } from '../pages/shown-answer.ts'
import { appAddress, type BenchStage, withPage } from '../stage.ts'

const lineCount = 5_000
const linesPerSecond = 2_500
const batchMs = 16
/** The most that one frame of the wire carries. */
const floodBatch = 512
const toolCallId = 'command'
/** Lets a page finish its own work after loading, and after showing output. */
const settleMs = 1_500

const begun: RunEventBody[] = [
  { type: 'text-delta', text: 'I run the tests.' },
  { type: 'tool-call', toolCallId, toolName: 'Bash', kind: 'execute', input: { command: 'npm test' } },
]

/** A command with many lines of output: while it runs, and when it is expanded afterwards. */
export const toolOutput: Row<BenchStage> = {
  name: 'tool-output',
  async measure(stage): Promise<Figure[]> {
    const paced = await showOutput(stage, linesPerSecond)
    const flood = await showOutput(stage, Number.POSITIVE_INFINITY)
    const what = `${lineCount.toLocaleString('en')} lines of output`
    return [
      longestTaskFigure(`longest main-thread task, ${what} at ${linesPerSecond} lines/s`, [paced]),
      longestTaskFigure('the same at full speed', [flood]),
      longestTaskFigure('unfolding all of it', [
        { longestTaskMs: paced.unfoldingTaskMs },
        { longestTaskMs: flood.unfoldingTaskMs },
      ]),
      plainFigure(`renderer CPU, ${what} at ${linesPerSecond} lines/s`, paced.cpuMs),
    ]
  },
}

async function showOutput(
  { page: opener }: BenchStage,
  perSecond: number,
): Promise<{ longestTaskMs: number; unfoldingTaskMs: number; cpuMs: number }> {
  return withPage(opener, async (page) => {
    const recorder = await PageRecorder.in(page)
    const run = await beginRun(opener, page)
    await sleep(settleMs)
    await recorder.forgetTasks()
    const cpuBeforeMs = await rendererCpuMs(page)
    const perBatch = Math.min(floodBatch, Math.ceil((perSecond * batchMs) / 1_000))
    for (let line = 0; line < lineCount; line += perBatch) {
      run.tell(linesOf(line, Math.min(perBatch, lineCount - line)))
      if (perSecond !== Number.POSITIVE_INFINITY) await sleep(batchMs)
    }
    await page.getByText(`part-${lineCount - 1}/`).waitFor()
    await sleep(settleMs)
    const cpuMs = (await rendererCpuMs(page)) - cpuBeforeMs
    const longestTaskMs = await recorder.longestTaskMs()

    run.tell([{ type: 'tool-result', toolCallId, output: { exitCode: 0 } }])
    const card = page.getByRole('button', { name: /npm test/, expanded: false })
    await card.waitFor()
    await recorder.forgetTasks()
    await card.click()
    await page.getByText(`part-${lineCount - 1}/`).waitFor()
    await sleep(settleMs)
    return { longestTaskMs, unfoldingTaskMs: await recorder.longestTaskMs(), cpuMs }
  })
}

async function beginRun(opener: Page, page: Page): Promise<ScriptedRun> {
  const { session } = await invoke(opener, 'sessions.import', {
    title: 'Much output',
    messages: [{ role: 'user', content: 'Run the tests.' }],
    model: 'demo/agent',
  })
  await page.goto(appAddress(opener, `#/chat/${session.id}`))
  await page.getByRole('article').first().waitFor()
  return ScriptedRun.inChat(page, session.id, begun)
}

/** One event per line, as from a command that writes line by line. */
function linesOf(from: number, count: number): RunEventBody[] {
  return Array.from({ length: count }, (_, index) => {
    const line = from + index
    const text = `\u001B[32m✓\u001B[0m src/part-${line}/compiled.test.ts \u001B[2m(${line % 97} ms)\u001B[0m\n`
    return { type: 'tool-output', toolCallId, text }
  })
}
