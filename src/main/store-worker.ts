import { parentPort } from 'node:worker_threads'

import { invariant } from '../shared/invariant'
import { serveJobs } from './base/job-server'
import { formJobs } from './runs/form-jobs'
import { storeJobs } from './sessions/store-jobs'

// The program of the threads that do what would keep the main one from serving windows.
invariant(parentPort !== null, 'the store worker runs in a thread of its own')
serveJobs(parentPort, { ...storeJobs, ...formJobs })
