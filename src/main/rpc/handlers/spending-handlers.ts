import { failure } from '../../../shared/failures/failure'
import type { SpendingReport } from '../../../shared/spending/spending'
import { dayAfter, startOfDay } from '../../spending/local-days'
import type { ReportQuery } from '../../spending/spending-report'
import type { RouteHandlers } from '../router'

/** `usage.report`. */
export function spendingHandlers(report: (query: ReportQuery) => Promise<SpendingReport>) {
  return {
    'usage.report': ({ from, to, by }) => {
      const start = typeof from === 'number' ? from : startOfDay(from)
      const end = typeof to === 'number' ? to : startOfDay(dayAfter(to))
      const isReversed = typeof from === 'string' && typeof to === 'string' ? to < from : end < start
      if (isReversed) throw failure('INVALID_INPUT', 'period-reversed', { field: 'to' })
      return report({ from: start, to: end, by })
    },
  } satisfies Partial<RouteHandlers>
}
