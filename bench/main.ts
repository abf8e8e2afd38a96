// Measures Parley's performance promises in a real window on the real web host, and prints each figure beside its
// budget. The exit code is 1 if a row cannot be measured, if a budget is missed or, with `--baseline`, if a ratio is
// worse than the stored one: then budgets do not count, because some are times, which depend on the machine.
import { parseArgs } from 'node:util'

import { describeLoad } from '../e2e/helpers/processes/machine-load.ts'
import { formatTable } from '../e2e/helpers/table.ts'
import { type Comparison, measureBeside, readBaseline, saveBaseline } from './baseline.ts'
import type { Figure } from './figure.ts'
import { blindPanes } from './rows/comparing/blind-panes.ts'
import { coldStart } from './rows/cold-start.ts'
import { differences } from './rows/comparing/differences.ts'
import { firstLoad } from './rows/first-load.ts'
import { frames } from './rows/frames.ts'
import { invokeRoundTrip } from './rows/invoke-round-trip.ts'
import { hostStart } from './rows/host-start.ts'
import { importChats } from './rows/import-chats.ts'
import { knowledge } from './rows/knowledge.ts'
import { library } from './rows/library.ts'
import { longAnswer } from './rows/long-answer.ts'
import { longChat } from './rows/long-chat.ts'
import { mainCpu } from './rows/main-cpu.ts'
import { memory } from './rows/memory.ts'
import { models } from './rows/models.ts'
import { pages } from './rows/comparing/pages.ts'
import { panes } from './rows/comparing/panes.ts'
import { promptSet } from './rows/comparing/prompt-set.ts'
import { ranking } from './rows/comparing/ranking.ts'
import { rendering } from './rows/rendering.ts'
import { search } from './rows/search.ts'
import { stopPane } from './rows/comparing/stop-pane.ts'
import { toolOutput } from './rows/tool-output.ts'
import { tools } from './rows/tools.ts'
import { setGrid } from './rows/comparing/set-grid.ts'
import { whichModel } from './rows/comparing/which-model.ts'
import { yearsOfUseRow } from './rows/years-of-use.ts'
import { onStage } from './stage.ts'

const rows = [
  invokeRoundTrip,
  stopPane,
  search,
  differences,
  library,
  importChats,
  knowledge,
  longChat,
  rendering,
  longAnswer,
  mainCpu,
  panes,
  blindPanes,
  promptSet,
  setGrid,
  whichModel,
  pages,
  frames,
  memory,
  toolOutput,
  tools,
  models,
  hostStart,
  coldStart,
  yearsOfUseRow,
  firstLoad,
  ranking,
]

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    baseline: { type: 'boolean', default: false },
    'save-baseline': { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const only = values.only?.split(',').map((name) => name.trim())
if (only?.some((name) => rows.every((row) => row.name !== name)) === true) {
  console.error(
    `--only takes one or more of these, separated by commas: ${rows.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
if (values.baseline && Object.keys(readBaseline()).length === 0) {
  console.error('There is no baseline yet. Store one with --save-baseline, on an idle machine.')
  process.exit(1)
}
const chosen = rows.filter(({ name }) => only === undefined || only.includes(name))

// `exit` runs the handlers that end the host process and remove its files.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const baseline = values.baseline ? readBaseline() : {}
const result = await onStage(async (stage) => {
  const measured = new Map<string, Figure[]>()
  const comparisons: Comparison[] = []
  const failed: string[] = []
  for (const row of chosen) {
    const measureOnce = async () => row.measure(stage)
    const measureRow = async () => stage.profiles?.during(row.name, measureOnce) ?? measureOnce()
    const startedMs = performance.now()
    // All rows take half an hour, and the table comes at the end: what one row cannot measure costs no other.
    try {
      const { figures, comparisons: compared } = await measureBeside(row.name, measureRow, baseline)
      measured.set(row.name, figures)
      comparisons.push(...compared)
      console.error(`${row.name}: measured in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`)
    } catch (error) {
      failed.push(row.name)
      console.error(`${row.name} failed:`, error)
    }
  }
  const { aheadMs, uncertainMs } = stage.clock
  return {
    measured,
    failed,
    figures: [...measured.values()].flat(),
    comparisons: values.baseline ? comparisons : [],
    machine: {
      node: process.version,
      browser: stage.browserVersion,
      load: describeLoad(),
      pageClockAheadMs: aheadMs,
      pageClockUncertainMs: uncertainMs,
    },
  }
}, values.profile)
if (values['save-baseline']) saveBaseline(result.measured)
const missed = result.figures.filter(({ isMet }) => !isMet)
const worse = result.comparisons.filter(({ isWorse }) => isWorse)

if (values.json) {
  const { figures, comparisons, failed, machine } = result
  console.log(JSON.stringify({ figures, comparisons, failed, machine }, null, 2))
} else {
  const { node, browser, load, pageClockAheadMs, pageClockUncertainMs } = result.machine
  console.log(`Node ${node}, Chromium ${browser}, ${load}; web host, headless window, fake provider`)
  console.log(
    `The page's clock is ${pageClockAheadMs.toFixed(2)} ms ahead, give or take ${pageClockUncertainMs.toFixed(2)} ms; stops are corrected for it.`,
  )
  console.log(
    formatTable(
      ['figure', 'measured', 'budget', ''],
      result.figures.map((figure) => [
        figure.what,
        figure.measured,
        figure.budget,
        figure.isMet ? 'ok' : 'MISSED',
      ]),
    ),
  )
  console.log(missed.length === 0 ? 'All budgets met.' : `${missed.length} budgets missed.`)
  if (result.failed.length > 0) console.log(`Not measured, see the errors above: ${result.failed.join(', ')}`)
  if (values.baseline) {
    console.log(
      formatTable(
        ['row', 'ratio of', 'baseline', 'now', ''],
        result.comparisons.map(({ row, what, before, now, isWorse }) => [
          row,
          what,
          before?.toFixed(2) ?? '-',
          now?.toFixed(2) ?? '-',
          isWorse ? 'WORSE' : 'ok',
        ]),
      ),
    )
    console.log(`${worse.length} ratios are more than 10 % worse than the baseline.`)
  }
}
const isGood = result.failed.length === 0 && (values.baseline ? worse : missed).length === 0
process.exit(isGood ? 0 : 1)
