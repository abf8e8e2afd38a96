import { join } from 'node:path'

import { inject } from 'vitest'

/** The file of one of the app's programs, or of a program that only tests start, as bundled before the tests. */
export function builtProgram(
  name: 'serve' | 'mcp-server' | 'eval' | 'fake-mcp' | 'hold-data-folder',
): string {
  return join(inject('programs'), `${name}.js`)
}
