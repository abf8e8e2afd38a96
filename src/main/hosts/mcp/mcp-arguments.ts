import { parseArgs } from 'node:util'

import { argumentFailure, commonOptions, helpOn, optionList } from '../command-line'

/** The options on the MCP server's command line. */
export interface McpArguments {
  userData: string | undefined
  /** Agents may get unlimited permission. */
  isUnlimitedAllowed: boolean
  /** The tools that models may use. */
  tools: string[]
  isHelp: boolean
}

const options = {
  tools: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'NAMES',
    help: `Tools that asked models may use, separated by commas: web.fetch, web.search, code.run,
and mcp:SERVER/TOOL for servers that were added in Parley. Default: none.`,
  },
  'allow-unlimited': {
    type: 'boolean',
    default: false,
    help: 'Lets requests ask for agents that may do anything.',
  },
  ...commonOptions,
} as const

/** The output of `--help`. */
export const mcpHelp = `Usage: parley-mcp [options]

Serves Parley over standard input and output to one MCP client.

${helpOn(options)}
`

/** @throws ParleyError INVALID_INPUT for an option that does not exist */
export function parseMcpArguments(args: string[]): McpArguments {
  try {
    const { values } = parseArgs({ args, options })
    const names = values.tools.flatMap((list) => list.split(',')).map((name) => name.trim())
    return {
      userData: values['user-data'],
      isUnlimitedAllowed: values['allow-unlimited'],
      tools: [...new Set(names)].filter((name) => name !== ''),
      isHelp: values.help,
    }
  } catch (error) {
    throw argumentFailure(error, optionList(options))
  }
}
