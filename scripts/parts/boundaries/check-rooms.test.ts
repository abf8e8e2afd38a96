import { expect, test } from 'vitest'

import { checkRooms, findLoaded, findMutualFolders, type Import, type Room } from './check-rooms.ts'

const files = [
  'src/shared/ids.ts',
  'src/main/store/rows.ts',
  'src/main/runs/run.ts',
  'src/main/runs/log/log.ts',
]
const rooms: Room[] = [
  { path: 'src/shared', holds: 'ids', openTo: 'src' },
  { path: 'src/main/store', holds: 'rows' },
  { path: 'src/main/runs', holds: 'runs', mayImport: { 'src/main/store': 'rows' }, packages: ['zod'] },
]
const imported = (from: string, to: string, isPackage = false): Import => ({
  from,
  to,
  isPackage,
  isTypeOnly: false,
})
const permitted = [
  imported('src/main/runs/run.ts', 'src/main/runs/log/log.ts'),
  imported('src/main/runs/log/log.ts', 'src/main/store/rows.ts'),
  imported('src/main/store/rows.ts', 'src/shared/ids.ts'),
  imported('src/main/runs/log/log.ts', 'zod', true),
]

const check = ({ imports = permitted, list = rooms, of = files } = {}) => checkRooms(list, of, imports)

test('accepts imports that are all permitted, if every entry is used', () => {
  expect(check()).toEqual([])
})

test('accepts imports from every room in a folder that may be imported', () => {
  const list = rooms.map((room) => (room.mayImport ? { ...room, mayImport: { 'src/main': 'all' } } : room))
  expect(check({ list })).toEqual([])
})

test.each([
  [
    'from a room that is not permitted',
    imported('src/main/store/rows.ts', 'src/main/runs/run.ts'),
    'src/main/store/rows.ts imports src/main/runs/run.ts: src/main/store may not import src/main/runs',
  ],
  [
    'from outside the folder that a room is open to',
    imported('src/shared/ids.ts', 'src/main/store/rows.ts'),
    'src/shared/ids.ts imports src/main/store/rows.ts: src/shared may not import src/main/store',
  ],
  [
    'of a package that is not permitted',
    imported('src/main/store/rows.ts', 'zod', true),
    'src/main/store/rows.ts imports zod: src/main/store may not import zod',
  ],
])('reports an import %s', (_, extra, finding) => {
  expect(check({ imports: [...permitted, extra] })).toEqual([finding])
})

test('reports an import of a room further down the list, so that no two rooms depend on each other', () => {
  expect(check({ list: rooms.toReversed() })).toEqual([
    'src/main/runs/log/log.ts imports src/main/store/rows.ts: src/main/store is listed below src/main/runs',
    'src/main/store/rows.ts imports src/shared/ids.ts: src/shared is listed below src/main/store',
  ])
})

test('reports a room without files, and a file without a room', () => {
  const list = [...rooms, { path: 'src/gone', holds: 'nothing' }]
  expect(check({ list })).toEqual(['src/gone is listed but has no files'])
  expect(check({ of: [...files, 'src/main.ts'] })).toEqual(['src/main.ts is in no listed room'])
})

test('reports an entry for a room or a package that nothing uses', () => {
  expect(check({ imports: permitted.filter(({ to }) => to !== 'src/main/store/rows.ts') })).toEqual([
    'src/main/runs may import src/main/store but does not',
  ])
  expect(check({ imports: permitted.slice(0, -1) })).toEqual(['src/main/runs may import zod but does not'])
})

test('reports how a folder loads a package, and ignores types', () => {
  const window = imported('src/renderer/main.tsx', 'src/main/runs/log/log.ts')
  expect(findLoaded([...permitted, window], 'src/renderer', 'zod')).toEqual([
    'src/renderer loads zod: src/renderer/main.tsx → src/main/runs/log/log.ts → zod',
  ])
  expect(findLoaded([...permitted, { ...window, isTypeOnly: true }], 'src/renderer', 'zod')).toEqual([])
})
test('reports two folders that import each other once, even if one needs only types', () => {
  const imports = [
    imported('src/a/one.ts', 'src/a/b/two.ts'),
    { ...imported('src/a/b/three.ts', 'src/a/four.ts'), isTypeOnly: true },
    { ...imported('src/a/b/five.ts', 'src/a/four.ts'), isTypeOnly: true },
  ]
  expect(findMutualFolders(imports)).toEqual([
    'src/a and src/a/b import each other: src/a/one.ts → src/a/b/two.ts, src/a/b/three.ts → src/a/four.ts',
  ])
})

test('accepts folders that import in one direction, files of one folder, styles and packages', () => {
  const imports = [
    imported('src/a/one.ts', 'src/b/two.ts'),
    imported('src/b/two.ts', 'src/b/one.ts'),
    imported('src/b/two.ts', 'src/b/three.ts'),
    imported('src/b/view.tsx', 'src/a/page.module.css'),
    { from: 'src/b/two.ts', to: 'zod', isPackage: true, isTypeOnly: false },
  ]
  expect(findMutualFolders(imports)).toEqual([])
})
