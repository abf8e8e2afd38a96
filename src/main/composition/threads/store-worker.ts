import { parentPort } from 'node:worker_threads'

import { invariant } from '../../../shared/invariant'
import { rankingJobs } from '../../votes/ranking-jobs'
import { spendingJobs } from '../../spending/spending-jobs'
import { differenceJobs } from '../../differences/difference-jobs'
import { serveJobs } from '../../base/threads/job-server'
import { checkJobs } from '../../sets/checks/check-jobs'
import { setJobs } from '../../sets/set-jobs'
import { formJobs } from '../../runs/forms/form-jobs'
import { loadSqlite } from '../../store/database/database'
import { attachmentJobs } from '../../store/attachments/attachment-jobs'
import { closeSearch } from '../../store/search/search-job'
import { storeJobs } from '../../store/store-jobs'

// The program of the threads for work that would block the main one.
invariant(parentPort !== null, 'the store worker runs in a worker thread')
loadSqlite()
serveJobs(
  parentPort,
  {
    ...storeJobs,
    ...formJobs,
    ...attachmentJobs,
    ...differenceJobs,
    ...rankingJobs,
    ...checkJobs,
    ...setJobs,
    ...spendingJobs,
  },
  closeSearch,
)
