import { parseArgs } from 'node:util'

/** The value of `--user-data` on a host's command line; Electron's also contains Chromium's switches. */
export function namedUserData(argv: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { 'user-data': { type: 'string' } },
    strict: false,
  })
  const folder = values['user-data']
  return typeof folder === 'string' ? folder : undefined
}
