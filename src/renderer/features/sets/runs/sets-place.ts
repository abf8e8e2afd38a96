import type { SetId, SetRunId } from '../../../../shared/ids'

/** The view in the dialog: all sets, one set, or one of its runs. */
export type SetsPlace =
  | { kind: 'list' }
  | { kind: 'set'; setId: SetId }
  | { kind: 'run'; setId: SetId; runId: SetRunId }
