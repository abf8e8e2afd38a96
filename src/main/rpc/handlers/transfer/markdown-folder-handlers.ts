import type { MarkdownFolder } from '../../../store/transfer/folder/markdown-folder'
import type { RouteHandlers } from '../../router'

/** `markdownFolder.*` */
export function markdownFolderHandlers(folder: Pick<MarkdownFolder, 'state' | 'set' | 'write'>) {
  return {
    'markdownFolder.get': () => ({ state: folder.state }),
    'markdownFolder.set': (choice) => {
      folder.set(choice)
      return { state: folder.state }
    },
    'markdownFolder.write': () => {
      folder.write()
      return { state: folder.state }
    },
  } satisfies Partial<RouteHandlers>
}
