import { parentPort } from 'node:worker_threads'

import { invariant } from '../../../shared/invariant'
import { loadSqlite } from '../../store/database/database'
import { serveStoreJobs } from './serve-store-jobs'

// The program of the threads for work that would block the main one.
invariant(parentPort !== null, 'the store worker runs in a worker thread')
loadSqlite()
serveStoreJobs(parentPort)
