#!/usr/bin/env node
// Parley as an MCP server, for a client's configuration: `node …/bin/parley-mcp.mjs`. Runs on any Node from 14 on.
import { startProgram } from '../scripts/parts/programs/start-program.mjs'

startProgram({ script: import.meta.url, load: () => import('../out/main/mcp-server.js'), failedCode: 1 })
