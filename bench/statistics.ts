// Prints the figures of the ranking and of results of prompt sets: how often their intervals contain the truth, how
// often they announce a difference between equals, and how many votes are needed. Unlike `main.ts`, it needs neither a build nor a browser.
import { describeLoad } from '../e2e/helpers/processes/machine-load.ts'
import { formatTable } from '../e2e/helpers/table.ts'
import { ballotFigures } from './ballot-figures.ts'
import { rankingFigures } from './ranking-figures.ts'
import { setFigures } from './set-figures.ts'

const figures = [...rankingFigures(), ...setFigures(), ...ballotFigures()]
console.log(`Node ${process.version}, ${describeLoad()}`)
console.log(
  formatTable(
    ['figure', 'measured', 'budget', ''],
    figures.map(({ what, measured, budget, isMet }) => [what, measured, budget, isMet ? 'ok' : 'MISSED']),
  ),
)
process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1)
