import { createRequire } from 'node:module'

import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'

import { inProject } from '../project.mjs'
import type { Import } from './check-modules.ts'

const { forbidden, options } = createRequire(import.meta.url)(inProject('.dependency-cruiser.cjs')) as {
  forbidden: NonNullable<ICruiseOptions['ruleSet']>['forbidden']
  options: ICruiseOptions
}

/** The sources that the boundaries apply to: tests, and files that only tests use, may import anything. */
const isBound = (file: string) =>
  /^src\/.*\.(tsx?|mjs)$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file)

/** The imports of the sources, and their violations of the general rules. */
export async function readImports(): Promise<{ files: string[]; imports: Import[]; violations: string[] }> {
  const { output } = await cruise(
    ['src'],
    { ...options, ruleSet: { forbidden: forbidden ?? [] }, validate: true },
    options.enhancedResolveOptions,
  )
  const { modules, summary } = output as ICruiseResult
  const files = modules.map(({ source }) => source).filter(isBound)
  const imports = modules
    .filter(({ source }) => isBound(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.flatMap((dependency): Import[] => {
        const isTypeOnly = dependency.dependencyTypes.includes('type-only')
        if (dependency.coreModule) return []
        if (/^\.{1,2}\//.test(dependency.module)) {
          return [{ from: source, to: dependency.resolved, isPackage: false, isTypeOnly }]
        }
        return [{ from: source, to: packageOf(dependency.module), isPackage: true, isTypeOnly }]
      }),
    )
  const violations = summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)
  return { files, imports, violations }
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
