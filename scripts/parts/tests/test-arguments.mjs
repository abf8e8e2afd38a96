const suites = ['unit', 'e2e', 'meta']

/**
 * The parsed arguments of `npm test`. Unknown ones are passed to the runner of the suite.
 * @typedef {{ only: string | null, attach: string | null, seed: string | null, isEachFileAlone: boolean,
 * isQuick: boolean, rest: string[] }} TestArguments
 */

/**
 * @param {string[]} args
 * @param {() => string} newSeed for `--shuffle` without a seed
 * @returns {TestArguments}
 * @throws Error with a message for the user
 */
export function parseTestArguments(args, newSeed) {
  const rest = [...args]
  const only = takeOption(rest, '--only')
  if (only !== null && !suites.includes(only)) throw new Error(`--only must be one of: ${suites.join(', ')}.`)
  const attach = takeOption(rest, '--attach')
  if (attach === '' || (attach !== null && URL.parse(attach) === null)) {
    throw new Error('--attach needs the address that `npm run serve -- --no-open` printed.')
  }
  const shuffle = takeOption(rest, '--shuffle')
  const isEachFileAlone = takeFlag(rest, '--each-file-alone')
  const isQuick = takeFlag(rest, '--quick')
  if (isQuick && (only !== null || attach !== null)) {
    throw new Error('--quick cannot be combined with --only or --attach.')
  }
  return {
    only,
    attach,
    seed: shuffle === '' ? newSeed() : shuffle,
    isEachFileAlone,
    isQuick,
    rest,
  }
}

/**
 * @param {string[]} args the flag is removed
 * @param {string} name
 * @returns {boolean} whether it was present
 */
function takeFlag(args, name) {
  const at = args.indexOf(name)
  if (at !== -1) args.splice(at, 1)
  return at !== -1
}

/**
 * Removes `--name value` or `--name=value` from `args`.
 * @param {string[]} args
 * @param {string} name
 * @returns {string | null} null if it is absent, '' if it has no value
 */
function takeOption(args, name) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  if (at === -1) return null
  const [option = ''] = args.splice(at, 1)
  if (option !== name) return option.slice(name.length + 1)
  const next = args[at]
  return next === undefined || next.startsWith('-') ? '' : (args.splice(at, 1)[0] ?? '')
}
