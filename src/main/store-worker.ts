import { parentPort } from 'node:worker_threads'

import { invariant } from '../shared/invariant'
import { serveJobs } from './base/job-server'
import { formJobs } from './runs/form-jobs'
import { loadSqlite } from './sessions/database'
import { attachmentJobs } from './sessions/attachments/attachment-jobs'
import { letGoOfSearch } from './sessions/search-job'
import { storeJobs } from './sessions/store-jobs'

// The program of the threads that do what would keep the main one from serving windows.
invariant(parentPort !== null, 'the store worker runs in a thread of its own')
loadSqlite()
serveJobs(parentPort, { ...storeJobs, ...formJobs, ...attachmentJobs }, letGoOfSearch)
