import { z } from 'zod'

import { spendingGroups, type SpendingReport } from '../spending/spending'
import { route } from './definitions/define-route'

/** The beginning or end of a period: a day of local time, such as `2026-11-24`, or milliseconds since the epoch. */
const moment = z.union([z.iso.date(), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)])

/** Routes of the cost of requests to models. */
export const spendingRoutes = {
  /**
   * The spending between `from` and `to`. Days are days of local time, both included; a `to` in milliseconds is not.
   * All requests count that this Parley, or one whose archive was imported, has made, including those of chats that were
   * deleted later.
   * `by: 'project'`: requests count for the project that their chat or comparison belongs to now.
   * @throws INVALID_INPUT `to` is before `from`
   */
  'usage.report': route(() =>
    z.object({ from: moment, to: moment, by: z.enum(spendingGroups) }),
  ).returns<SpendingReport>(),
}
