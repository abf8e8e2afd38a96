import { parseArgs } from 'node:util'

import { argumentFailure } from '../start-failure'

/** The options on the MCP server's command line. */
export interface McpArguments {
  userData: string | undefined
  /** Whether agents may get unlimited permission. */
  isUnlimitedAllowed: boolean
}

/** @throws ParleyError INVALID_INPUT for an option that does not exist */
export function parseMcpArguments(args: string[]): McpArguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'user-data': { type: 'string' },
        'allow-unlimited': { type: 'boolean', default: false },
      },
    })
    return { userData: values['user-data'], isUnlimitedAllowed: values['allow-unlimited'] }
  } catch (error) {
    throw argumentFailure(error, '--user-data FOLDER and --allow-unlimited')
  }
}
