#!/usr/bin/env node
// Runs a prompt set from the command line: `node …/bin/parley-eval.mjs SET`. Runs on any Node from 14 on.
import { startProgram } from '../scripts/parts/programs/start-program.mjs'

startProgram({ script: import.meta.url, load: () => import('../out/main/eval.js'), failedCode: 2 })
