import { writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

import { serveJobs } from '../threads/job-server'

// A thread that takes its time to be there, as one that loads native code, and leaves a file when it is.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
writeFileSync(process.env['PARLEY_LOADED_FILE'] ?? '', 'loaded')
if (parentPort !== null) serveJobs(parentPort, {})
