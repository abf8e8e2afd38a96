import { parseArgs } from 'node:util'

import { argumentFailure } from '../start-failure'

/** What the MCP server was asked for on its command line. */
export interface McpArguments {
  userData: string | undefined
  /** Agents may be given the permission to do everything. */
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
