import type { Row } from '../../figure.ts'
import { rankingFigures } from '../../ranking-figures.ts'

/** The ranking of votes; needs no window. */
export const ranking: Row<unknown> = {
  name: 'ranking',
  measure: () => Promise.resolve(rankingFigures()),
}
