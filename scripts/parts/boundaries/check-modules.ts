/** A folder of the sources, including its subfolders that are not modules themselves. */
export interface Module {
  /** Relative to the project: `src/main/runs`. */
  path: string
  /** What it contains, in a few words. */
  holds: string
  /** The modules that it imports from, each with the reason. */
  mayImport?: Readonly<Record<string, Permission>>
  /** The packages that it imports from. */
  packages?: readonly string[]
}

/** Why a module imports from another one; `types` if it needs only types. */
export type Permission = string | { types: string }

/** One import of a source file. */
export interface Import {
  from: string
  /** A file of the project, or the name of a package. */
  to: string
  isPackage: boolean
  isTypeOnly: boolean
}

/**
 * Compares `imports` with the list of modules. Reports an import that is not permitted, a module without
 * files, and a permission that nothing uses or that is wider than its use. Everything may import from the
 * modules of `shared`, whose own imports are listed like all others.
 */
export function checkModules(
  modules: readonly Module[],
  files: readonly string[],
  imports: readonly Import[],
  shared: string,
): string[] {
  const moduleOf = moduleFinder(modules)
  const findings: string[] = []
  const populated = new Set(files.map((file) => moduleOf(file)?.path))
  for (const file of files) if (moduleOf(file) === null) findings.push(`${file} is not in any listed module`)
  for (const { path } of modules)
    if (!populated.has(path)) findings.push(`${path} is listed but has no files`)

  /** What a module imports from another, and whether any of it is more than a type. */
  const needsValues = new Map<string, boolean>()
  const usedPackages = new Set<string>()
  for (const each of imports) {
    const from = moduleOf(each.from)
    if (from === null) continue
    if (each.isPackage) {
      usedPackages.add(`${from.path} ${each.to}`)
      if (from.packages?.includes(each.to) !== true)
        findings.push(`${each.from} imports the package ${each.to}, which ${from.path} may not import`)
      continue
    }
    const to = moduleOf(each.to)
    if (to === null || to === from) continue
    if (isIn(to.path, shared) && !isIn(from.path, shared)) continue
    const key = `${from.path} ${to.path}`
    needsValues.set(key, needsValues.get(key) === true || !each.isTypeOnly)
    const permission = from.mayImport?.[to.path]
    if (permission === undefined)
      findings.push(`${each.from} imports ${each.to}: ${from.path} may not import ${to.path}`)
    else if (typeof permission !== 'string' && !each.isTypeOnly)
      findings.push(`${each.from} imports ${each.to}: ${from.path} may import only types of ${to.path}`)
  }
  return [...findings, ...staleEntries(modules, needsValues, usedPackages)]
}

function staleEntries(
  modules: readonly Module[],
  needsValues: ReadonlyMap<string, boolean>,
  usedPackages: ReadonlySet<string>,
): string[] {
  const known = new Set(modules.map(({ path }) => path))
  return modules.flatMap(({ path, mayImport = {}, packages = [] }) => [
    ...Object.entries(mayImport).flatMap(([to, permission]) => {
      if (!known.has(to)) return [`${path} may import ${to}, which is not a listed module`]
      const isValue = needsValues.get(`${path} ${to}`)
      if (isValue === undefined) return [`${path} may import ${to} but does not`]
      const isWide = typeof permission === 'string' && !isValue
      return isWide ? [`${path} may import ${to} but needs only its types`] : []
    }),
    ...packages.flatMap((name) =>
      usedPackages.has(`${path} ${name}`) ? [] : [`${path} may import the package ${name} but does not`],
    ),
  ])
}

/** Returns a function that finds the innermost module of a file. */
export function moduleFinder(modules: readonly Module[]): (file: string) => Module | null {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  return (file) => {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const module = byPath.get(file.slice(0, at))
      if (module !== undefined) return module
    }
    return null
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
