import { writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

import { serveJobs } from '../threads/job-server'

// Simulates a thread that loads slowly, as with native code, and writes a file when it is ready.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
writeFileSync(process.env['PARLEY_LOADED_FILE'] ?? '', 'loaded')
if (parentPort !== null) serveJobs(parentPort, {})
