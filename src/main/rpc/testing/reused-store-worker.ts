import { getPriority } from 'node:os'
import { type MessagePort, parentPort } from 'node:worker_threads'

import { invariant } from '../../../shared/invariant'
import { serveStoreJobs } from '../../composition/threads/serve-store-jobs'
import { loadSqlite } from '../../store/database/database'

invariant(parentPort !== null, 'the store worker runs in a worker thread')
const parent = parentPort
loadSqlite()
const priority = getPriority()

// Serves one port after another as the product's program serves its only one.
parent.on('message', (port: MessagePort) => {
  port.on('close', () => {
    // A priority that was lowered cannot be raised again.
    if (getPriority() !== priority) return parent.close()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
    parent.postMessage('idle')
  })
  serveStoreJobs(port)
})
