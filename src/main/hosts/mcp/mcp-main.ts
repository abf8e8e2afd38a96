import { isNodeNewEnough } from '../node-version'
import { claimStandardOutput } from './standard-output'

if (isNodeNewEnough()) {
  // Before any other module is loaded, so that none has written yet.
  const output = claimStandardOutput()
  void import('./mcp-host').then(({ runMcpHost }) => runMcpHost(output, import.meta.dirname))
}
