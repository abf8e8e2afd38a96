import { parentPort } from 'node:worker_threads'

import { invariant } from '../../../shared/invariant'
import { serveJobs } from '../../base/threads/job-server'
import { pdfJobs } from '../../store/attachments/attachment-jobs'
import { codeJobs } from '../../tools/code/code-jobs'
import { fileJobs } from '../../tools/files/jobs/file-jobs'
import { resultJobs } from '../../tools/servers/calls/result-jobs'
import { webJobs } from '../../tools/web/web-jobs'

// The program of the threads in which tools work. It loads no native code, so it can be terminated at any time.
invariant(parentPort !== null, 'the tool worker runs in a worker thread')
serveJobs(parentPort, { ...fileJobs, ...codeJobs, ...webJobs, ...pdfJobs, ...resultJobs })
