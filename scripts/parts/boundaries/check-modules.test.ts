import { expect, test } from 'vitest'

import { checkModules, type Import, type Module } from './check-modules.ts'

const files = ['src/base/clock.ts', 'src/runs/run.ts', 'src/runs/log/run-log.ts', 'src/shared/ids.ts']
const modules: Module[] = [
  { path: 'src/shared', holds: 'what everything uses' },
  { path: 'src/base', holds: 'clocks' },
  {
    path: 'src/runs',
    holds: 'runs',
    mayImport: { 'src/base': 'time', 'src/runs/log': { types: 'what is logged' } },
  },
  { path: 'src/runs/log', holds: 'logs', packages: ['zod'] },
]
const value = (from: string, to: string): Import => ({ from, to, isPackage: false, isTypeOnly: false })
const type = (from: string, to: string): Import => ({ ...value(from, to), isTypeOnly: true })
const zod: Import = { ...value('src/runs/log/run-log.ts', 'zod'), isPackage: true }
const permitted = [
  value('src/runs/run.ts', 'src/base/clock.ts'),
  type('src/runs/run.ts', 'src/runs/log/run-log.ts'),
  value('src/runs/run.ts', 'src/shared/ids.ts'),
  zod,
]

function check({ imports = permitted, list = modules, of = files } = {}): string[] {
  return checkModules(list, of, imports, 'src/shared')
}

/** The list with one module changed. */
function withModule(path: string, change: Partial<Module>): Module[] {
  return modules.map((module) => (module.path === path ? { ...module, ...change } : module))
}

test('accepts imports that are all permitted, if every permission is used', () => {
  expect(check()).toEqual([])
})

test.each([
  [
    'of a module that is not permitted',
    value('src/base/clock.ts', 'src/runs/run.ts'),
    'src/base/clock.ts imports src/runs/run.ts: src/base may not import src/runs',
  ],
  [
    'of an inner module by the one around it, without permission',
    value('src/runs/log/run-log.ts', 'src/runs/run.ts'),
    'src/runs/log/run-log.ts imports src/runs/run.ts: src/runs/log may not import src/runs',
  ],
  [
    'of a value where only types are permitted',
    value('src/runs/run.ts', 'src/runs/log/run-log.ts'),
    'src/runs/run.ts imports src/runs/log/run-log.ts: src/runs may import only types of src/runs/log',
  ],
  [
    'of a module by shared',
    value('src/shared/ids.ts', 'src/base/clock.ts'),
    'src/shared/ids.ts imports src/base/clock.ts: src/shared may not import src/base',
  ],
  [
    'of a package that is not permitted',
    { ...zod, from: 'src/base/clock.ts' },
    'src/base/clock.ts imports the package zod, which src/base may not import',
  ],
])('reports an import %s', (_, extra, finding) => {
  expect(check({ imports: [...permitted, extra] })).toEqual([finding])
})

test('reports a module without files, and a file without a module', () => {
  const list = [...modules, { path: 'src/gone', holds: 'nothing' }]
  expect(check({ list })).toEqual(['src/gone is listed but has no files'])
  expect(check({ of: [...files, 'src/main.ts'] })).toEqual(['src/main.ts is not in any listed module'])
})

test('reports a permission that nothing uses, and one that is wider than its use', () => {
  expect(check({ imports: permitted.slice(1) })).toEqual(['src/runs may import src/base but does not'])
  expect(check({ imports: permitted.slice(0, -1) })).toEqual([
    'src/runs/log may import the package zod but does not',
  ])
  const wide = withModule('src/runs', { mayImport: { 'src/base': 'time', 'src/runs/log': 'all of it' } })
  expect(check({ list: wide })).toEqual(['src/runs may import src/runs/log but needs only its types'])
  const unknown = withModule('src/base', { mayImport: { 'src/bases': 'a slip' } })
  expect(check({ list: unknown })).toEqual(['src/base may import src/bases, which is not a listed module'])
})
