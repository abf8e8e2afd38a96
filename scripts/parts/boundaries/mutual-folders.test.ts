import { expect, test } from 'vitest'

import type { Import } from './check-rooms.ts'
import { findMutualFolders } from './mutual-folders.ts'

const imported = (from: string, to: string, isTypeOnly = false): Import => ({
  from,
  to,
  isPackage: false,
  isTypeOnly,
})

test('reports two folders that import each other once, even if one needs only types', () => {
  const imports = [
    imported('src/a/one.ts', 'src/a/b/two.ts'),
    imported('src/a/b/three.ts', 'src/a/four.ts', true),
    imported('src/a/b/five.ts', 'src/a/four.ts', true),
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
