import { expect, test } from 'vitest'

import { transferredFiles } from './use-file-drop'

interface GivenItem {
  kind: string
  isDirectory?: boolean
  file: File | null
}

/** The data that a browser provides during a drop. */
function transfer(items: readonly GivenItem[], files: readonly File[] = []): DataTransfer {
  return {
    items: items.map(({ kind, isDirectory, file }) => ({
      kind,
      getAsFile: () => file,
      webkitGetAsEntry: () => (isDirectory === undefined ? null : { isDirectory, name: file?.name ?? '' }),
    })),
    files,
  } as unknown as DataTransfer
}

const [note, plans] = [new File(['x'], 'note.txt'), new File([], 'plans')]

test('tells a folder, which looks like a file, from files, and ignores text', () => {
  const given = transfer([
    { kind: 'file', isDirectory: false, file: note },
    { kind: 'file', isDirectory: true, file: plans },
    { kind: 'string', file: null },
    { kind: 'file', file: null },
  ])
  expect(transferredFiles(given)).toEqual({ files: [note], folders: ['plans'] })
})

test('reads files that a transfer lists without items, and none without a transfer', () => {
  expect(transferredFiles(transfer([], [note]))).toEqual({ files: [note], folders: [] })
  expect(transferredFiles(null)).toEqual({ files: [], folders: [] })
})
