// Runs the MCP conformance suite against Parley as a client and as a server. Not part of `npm test`, because the suite
// changes with the protocol.
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'
import { installTools } from '../parts/programs/tools.mjs'

process.exitCode =
  (await installTools()) && (await buildIfNeeded())
    ? await runChild(process.execPath, [
        inProject('scripts/run-typescript.mjs'),
        inProject('e2e/conformance/check-mcp.ts'),
        ...process.argv.slice(2),
      ])
    : 1
