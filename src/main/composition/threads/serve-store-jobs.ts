import type { MessagePort } from 'node:worker_threads'

import { rankingJobs } from '../../votes/ranking-jobs'
import { spendingJobs } from '../../spending/spending-jobs'
import { closeEvidence, whichModelJobs } from '../../which-model/which-model-jobs'
import { differenceJobs } from '../../differences/difference-jobs'
import { serveJobs } from '../../base/threads/job-server'
import { checkJobs } from '../../sets/checks/check-jobs'
import { setJobs } from '../../sets/set-jobs'
import { formJobs } from '../../runs/forms/form-jobs'
import { attachmentJobs } from '../../store/attachments/attachment-jobs'
import { syncJobs } from '../../sync/sync-jobs'
import { closeIndex } from '../../store/knowledge/open-index'
import { closeSearch } from '../../store/search/search-job'
import { storeJobs } from '../../store/store-jobs'

/** Serves, to the other end of `port`, everything that would block the main thread for long. */
export function serveStoreJobs(port: MessagePort): void {
  serveJobs(
    port,
    {
      ...storeJobs,
      ...formJobs,
      ...attachmentJobs,
      ...differenceJobs,
      ...rankingJobs,
      ...checkJobs,
      ...setJobs,
      ...spendingJobs,
      ...whichModelJobs,
      ...syncJobs,
    },
    () => {
      closeIndex()
      closeSearch()
      closeEvidence()
    },
  )
}
