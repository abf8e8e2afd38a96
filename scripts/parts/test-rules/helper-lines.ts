import { posix } from 'node:path'

/** A README, or a helper, with what is wrong about it. */
export interface HelperFault {
  path: string
  reason: string
}

const fileName = /^[\w./-]+\.([cm]?[jt]sx?|md)$/

/**
 * Holds helpers against the READMEs: each has a line of its own, a row of a table or an item of a list, which begins
 * with its name in backticks and says something about it; and no README names a file that is not there.
 */
export function findHelperFaults(input: {
  helpers: readonly string[]
  readmes: readonly { path: string; text: string }[]
  /** Whether there is such a file, from the project's folder. */
  exists: (path: string) => boolean
}): HelperFault[] {
  const withoutLine = input.helpers.flatMap((path): HelperFault[] => {
    const readme = nearestReadme(path, input.readmes)
    if (readme === null) return [{ path, reason: 'there is no README.md in its folder' }]
    const isTold = linesOf(readme.text).some((line) =>
      namesAtStart(line).some((name) => resolve(readme.path, name) === path),
    )
    return isTold ? [] : [{ path, reason: `${readme.path} has no line for it` }]
  })
  const readmesOfHelpers = new Set(input.helpers.map((path) => nearestReadme(path, input.readmes)))
  const withoutFile = [...readmesOfHelpers].flatMap((readme) =>
    readme === null ? [] : missingFiles(readme, input.exists),
  )
  return [...withoutLine, ...withoutFile]
}

function missingFiles(
  readme: { path: string; text: string },
  exists: (path: string) => boolean,
): HelperFault[] {
  return linesOf(readme.text).flatMap((line, index) =>
    namesIn(line)
      .filter((name) => !exists(resolve(readme.path, name)) && !exists(name))
      .map((name) => ({ path: `${readme.path}:${index + 1}`, reason: `there is no file ${name}` })),
  )
}

/** The README in the helper's folder, or else the next one above it. */
function nearestReadme<Readme extends { path: string }>(
  path: string,
  readmes: readonly Readme[],
): Readme | null {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const readme = readmes.find((candidate) => candidate.path === `${folder}/README.md`)
    if (readme !== undefined) return readme
  }
  return null
}

/** The names that a line is about: all in the first cell of a row, or those that a list item begins with. */
function namesAtStart(line: string): string[] {
  const [, firstCell, otherCells] = /^\|([^|]*)\|(.*)$/.exec(line) ?? []
  if (firstCell !== undefined) return /\w/.test(otherCells ?? '') ? namesIn(firstCell) : []
  const [, names, text] = /^[-*] ((?:`[^`]+`(?:, | and )?)+)(.*)$/.exec(line) ?? []
  return names !== undefined && /\w/.test(text ?? '') ? namesIn(names) : []
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter((name) => fileName.test(name))
}

function resolve(readmePath: string, name: string): string {
  return posix.join(posix.dirname(readmePath), name)
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/)
}
