import { parseArgs } from 'node:util'

/** The folder that `--user-data` names on Electron's command line, which carries Chromium's own switches too. */
export function namedUserData(argv: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { 'user-data': { type: 'string' } },
    strict: false,
  })
  const folder = values['user-data']
  return typeof folder === 'string' ? folder : undefined
}
