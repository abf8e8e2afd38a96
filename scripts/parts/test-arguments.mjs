const suites = ['unit', 'e2e', 'meta']

/**
 * What `npm test` was asked for. What is not its own goes to the runner of the suite.
 * @typedef {{ only: string | null, attach: string | null, seed: string | null, isEachFileAlone: boolean,
 *   rest: string[] }} TestArguments
 */

/**
 * @param {string[]} args
 * @param {() => string} newSeed for `--shuffle` without a seed
 * @returns {TestArguments}
 * @throws Error with a sentence for whoever typed it
 */
export function parseTestArguments(args, newSeed) {
  const rest = [...args]
  const only = takeOption(rest, '--only')
  if (only !== null && !suites.includes(only)) throw new Error(`--only takes ${suites.join(', ')}.`)
  const attach = takeOption(rest, '--attach')
  if (attach === '' || (attach !== null && URL.parse(attach) === null)) {
    throw new Error('--attach takes the address that `npm run serve -- --no-open` printed.')
  }
  const shuffle = takeOption(rest, '--shuffle')
  const alone = rest.indexOf('--each-file-alone')
  if (alone !== -1) rest.splice(alone, 1)
  return {
    only,
    attach,
    seed: shuffle === '' ? newSeed() : shuffle,
    isEachFileAlone: alone !== -1,
    rest,
  }
}

/**
 * Takes `--name value` or `--name=value` out of `args`.
 * @param {string[]} args
 * @param {string} name
 * @returns {string | null} null when it is not there, '' when nothing follows it
 */
function takeOption(args, name) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  if (at === -1) return null
  const [option = ''] = args.splice(at, 1)
  if (option !== name) return option.slice(name.length + 1)
  const next = args[at]
  return next === undefined || next.startsWith('-') ? '' : (args.splice(at, 1)[0] ?? '')
}
