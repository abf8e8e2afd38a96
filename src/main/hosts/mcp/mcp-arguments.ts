import { parseArgs } from 'node:util'

import { argumentFailure } from '../start-failure'

/** The options on the MCP server's command line. */
export interface McpArguments {
  userData: string | undefined
  /** Whether agents may get unlimited permission. */
  isUnlimitedAllowed: boolean
  /** The tools that models may use. */
  tools: string[]
  isHelp: boolean
}

export const mcpHelp = `Usage: parley-mcp [options]

Serves Parley over standard input and output to one MCP client.

  --tools NAMES       Tools that asked models may use, separated by commas: web.fetch, web.search, code.run,
                      and mcp:SERVER/TOOL for servers that were added in Parley. Default: none.
  --allow-unlimited   Lets requests ask for agents that may do anything.
  --user-data FOLDER  The data folder, if it is not the usual one.
  --help              Shows this text.
`

/** @throws ParleyError INVALID_INPUT for an option that does not exist */
export function parseMcpArguments(args: string[]): McpArguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'user-data': { type: 'string' },
        'allow-unlimited': { type: 'boolean', default: false },
        tools: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false },
      },
    })
    const names = values.tools.flatMap((list) => list.split(',')).map((name) => name.trim())
    return {
      userData: values['user-data'],
      isUnlimitedAllowed: values['allow-unlimited'],
      tools: [...new Set(names)].filter((name) => name !== ''),
      isHelp: values.help,
    }
  } catch (error) {
    throw argumentFailure(error, '--tools NAMES, --allow-unlimited, --user-data FOLDER and --help')
  }
}
