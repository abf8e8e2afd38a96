import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

import type { Import } from './check-rooms.ts'

/** The sources that the rooms apply to: tests, and files that only tests use, may import anything. */
const isBound = (file: string) =>
  /^src\/.*\.(tsx?|mjs)$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file)

/** Returns the imports of the sources, and the violations of `rules` in all files. */
export async function readImports(
  rules: IForbiddenRuleType[],
): Promise<{ files: string[]; imports: Import[]; violations: string[] }> {
  const { output } = await cruise(
    ['src'],
    {
      doNotFollow: { path: 'node_modules' },
      parser: 'swc',
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      moduleSystems: ['es6', 'cjs'],
      ruleSet: { forbidden: rules },
      validate: true,
    },
    {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
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
