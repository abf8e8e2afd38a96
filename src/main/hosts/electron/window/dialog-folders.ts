import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

import type { TFunction } from 'i18next'
import { z } from 'zod'

import type { Clock } from '../../../base/clock'
import { JsonFile } from '../../../base/files/json-file'
import type { FolderUse } from '../../../platform/platform'
import type { ElectronModules } from '../system/electron-modules'

/** The purposes of dialogs that choose a folder or a file. */
const uses = ['agent', 'knowledge', 'export', 'save'] as const satisfies readonly (FolderUse | 'save')[]

type DialogUse = (typeof uses)[number]

const schema = z.partialRecord(z.enum(uses), z.string())

/** The last folder of each kind of dialog, kept for the next start: Electron forgets it, and starts in Downloads. */
export class DialogFolders {
  readonly #file: JsonFile<z.infer<typeof schema>>
  readonly #onProblem: (error: unknown) => void
  #folders: z.infer<typeof schema>

  constructor(folder: string, options: { clock: Clock; onProblem: (error: unknown) => void }) {
    this.#file = new JsonFile(join(folder, 'dialog-folders.json'), { ...options, schema, empty: {} })
    this.#folders = this.#file.read()
    this.#onProblem = options.onProblem
  }

  /** Returns a dialog's start folder: the current one, or else the last one, or the existing part of its path. */
  startIn(use: DialogUse, current: string | null = null): string | undefined {
    for (const folder of [current, this.#folders[use]]) {
      if (folder === undefined || folder === null || !isAbsolute(folder)) continue
      const existing = existingPart(folder)
      if (existing !== dirname(existing)) return existing
    }
    return undefined
  }

  remember(use: DialogUse, folder: string): void {
    if (this.#folders[use] === folder) return
    this.#folders = { ...this.#folders, [use]: folder }
    try {
      this.#file.write(this.#folders)
    } catch (error) {
      // It is remembered until Parley quits.
      this.#onProblem(error)
    }
  }
}

/** Starts the dialog of a download where the last file was saved. Its title would otherwise be an internal address. */
export function showSaveDialogs(
  session: ElectronModules['session']['defaultSession'],
  folders: DialogFolders,
  texts: () => TFunction,
): void {
  session.on('will-download', (_event, item) => {
    const folder = folders.startIn('save')
    item.setSaveDialogOptions({
      title: texts()('host.save.title'),
      ...(folder === undefined ? {} : { defaultPath: join(folder, item.getFilename()) }),
    })
    item.once('done', (_done, state) => {
      if (state === 'completed') folders.remember('save', dirname(item.getSavePath()))
    })
  })
}

function existingPart(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existingPart(dirname(path))
}
