// Prints the figures of the ranking alone: how fast it is, how often its intervals contain the truth, and how often it
// announces a winner between equals. Unlike `main.ts`, it needs neither a build nor a browser.
import { describeLoad } from '../e2e/helpers/processes/machine-load.ts'
import { formatTable } from '../e2e/helpers/table.ts'
import { rankingFigures } from './ranking-figures.ts'

const figures = rankingFigures()
console.log(`Node ${process.version}, ${describeLoad()}`)
console.log(
  formatTable(
    ['figure', 'measured', 'budget', ''],
    figures.map(({ what, measured, budget, isMet }) => [what, measured, budget, isMet ? 'ok' : 'MISSED']),
  ),
)
process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1)
