import { parseArgs } from 'node:util'

import type { DeepLink } from '../../../shared/app/deep-link'
import { failure } from '../../../shared/failures/failure'
import { argumentFailure, commonOptions, helpOn, optionList } from '../command-line'
import { parseDeepLink } from '../parse-deep-link'

/** The options on the web host's command line. */
export interface ServeArguments {
  /** 0 means any free port. */
  port: number
  userData: string | undefined
  /** Opens a window in an installed browser. */
  isOpening: boolean
  /** Keeps running without windows and runs. */
  isKeptAlive: boolean
  /** The view that the first window should open. */
  deepLink: DeepLink | null
}

const options = {
  port: { type: 'string', default: '0', value: 'N', help: 'The port. Default: any free one.' },
  'no-open': { type: 'boolean', default: false, help: 'Prints the address instead of opening a window.' },
  'keep-alive': { type: 'boolean', default: false, help: 'Keeps running without windows and runs.' },
  ...commonOptions,
} as const

/** The output of `--help`. */
export const serveHelp = `Usage: npm run serve -- [options] [ADDRESS]

Serves Parley to a browser on this computer. A parley:// ADDRESS says what the first window shows.

${helpOn(options)}
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
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw argumentFailure(error, optionList(options, { after: ['one parley:// address'] }))
  }
}
