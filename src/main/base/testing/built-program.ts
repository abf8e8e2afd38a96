import { join } from 'node:path'

import { inject } from 'vitest'

/** The file of one of the app's programs, as bundled before the tests. */
export function builtProgram(name: 'serve' | 'mcp-server' | 'eval'): string {
  return join(inject('programs'), `${name}.js`)
}
