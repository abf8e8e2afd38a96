import { parseArgs } from 'node:util'

import type { DeepLink } from '../../../shared/app/deep-link'
import { failure } from '../../../shared/failures/failure'
import { parseDeepLink } from '../parse-deep-link'
import { argumentFailure } from '../start-failure'

/** The options on the web host's command line. */
export interface ServeArguments {
  /** 0 means any free port. */
  port: number
  userData: string | undefined
  /** Whether to open a window in an installed browser. */
  isOpening: boolean
  /** Whether to keep running without windows and runs. */
  isKeptAlive: boolean
  /** Where the first window should open. */
  deepLink: DeepLink | null
}

export const serveHelp = `Usage: npm run serve -- [options] [ADDRESS]

Serves Parley to a browser on this computer. A parley:// ADDRESS says what the first window shows.

  --port N             The port. Default: any free one.
  --user-data FOLDER   The data folder, if it is not the usual one.
  --no-open            Prints the address instead of opening a window.
  --keep-alive         Keeps running without windows and runs.
  --help               Shows this text.
`

/**
 * Null if the command line asks for the help.
 * @throws ParleyError INVALID_INPUT for an unknown option or an invalid port
 */
export function parseServeArguments(args: string[]): ServeArguments | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
    throw failure('INVALID_INPUT', 'argument-port', { port: values.port })
  }
  return {
    port,
    userData: values['user-data'],
    isOpening: !values['no-open'],
    isKeptAlive: values['keep-alive'],
    deepLink: linkOf(positionals),
  }
}

function linkOf(positionals: readonly string[]): DeepLink | null {
  const [address, ...rest] = positionals
  if (address === undefined) return null
  const link = rest.length > 0 ? null : parseDeepLink(address)
  if (link === null) throw failure('INVALID_INPUT', 'argument-address', { address: rest[0] ?? address })
  return link
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '0' },
        'user-data': { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        'keep-alive': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw argumentFailure(
      error,
      '--port N, --user-data FOLDER, --no-open, --keep-alive, --help and one parley:// address',
    )
  }
}
