import type { z } from 'zod'

import { ParleyError } from '../../../shared/errors'
import { toolRefusal } from '../tool-refusal'
import { checkedInput, inputSchemaOf } from '../checked-input'
import type { PreparedCall, Tool, ToolCallContext } from '../tool'
import { chosenFolder } from './chosen-folder'
import { editTool, type EditToolDeps } from './edit-tool'
import { listInput, readInput, searchInput } from './file-inputs'
import type { FolderPlace } from './places/held-folder'
import { namesInFolder } from './places/relative-path'

/** A disk that takes longer is not going to answer. */
const longestJobMs = 20_000

/** `files.list`, `files.read`, `files.search` and `files.edit`, in the folder that the user chose for the chat or pane. */
export function fileTools(deps: EditToolDeps): Tool[] {
  const { jobs } = deps
  const options = ({ signal }: ToolCallContext) => ({ signal, timeoutMs: longestJobMs })
  return [
    readingTool(deps, {
      name: 'files.list',
      title: 'List files',
      description:
        'Lists what is in a folder that the user chose, with sizes. Links are not followed; .git and node_modules are named, but not listed unless you ask for them.',
      kind: 'read',
      input: listInput,
      run: (place, names, { depth, offset, limit }, call) =>
        jobs.run('listFolder', { place, names, depth, offset, limit }, options(call)),
    }),
    readingTool(deps, {
      name: 'files.read',
      title: 'Read a file',
      description:
        'Reads lines of a text file in the folder that the user chose. The first line of the result says which lines it has and how to read on; it is not part of the file.',
      kind: 'read',
      input: readInput,
      run: (place, names, { offset, limit }, call) =>
        jobs.run('readFileLines', { place, names, offset, limit }, options(call)),
    }),
    readingTool(deps, {
      name: 'files.search',
      title: 'Search files',
      description:
        'Finds lines with a text or a regular expression in the files of the folder that the user chose, or files by their path. Results have the form path:line: text. Skips .git, node_modules, and files that are not text or larger than 4 MB.',
      kind: 'search',
      input: searchInput,
      async run(place, names, { query, isPattern, ignoreCase, include, offset, limit }, call) {
        if (query === undefined && include === undefined) {
          throw toolRefusal('Give query, include or both.')
        }
        const search = { query: query ?? null, isPattern, ignoresCase: ignoreCase, include: include ?? null }
        try {
          return await jobs.run('searchFiles', { place, names, ...search, offset, limit }, options(call))
        } catch (error) {
          const isSlow = error instanceof ParleyError && error.code === 'TIMEOUT'
          if (isSlow)
            throw toolRefusal(
              'The search took too long. Search a smaller folder, or use a simpler pattern.',
              error,
            )
          throw error
        }
      },
    }),
    editTool(deps, longestJobMs),
  ]
}

/** A tool that only reads, so it needs no permission besides the choice of the folder. */
function readingTool<Schema extends z.ZodObject<{ path: z.ZodType<string> }>>(
  { closedFolders }: Pick<EditToolDeps, 'closedFolders'>,
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'kind'> & {
    input: Schema
    run: (
      place: FolderPlace,
      names: string[],
      input: z.infer<Schema>,
      call: ToolCallContext,
    ) => Promise<string>
  },
): Tool {
  const { input: schema, run, ...facts } = tool
  return {
    ...facts,
    inputSchema: inputSchemaOf(schema),
    async prepare(input, call): Promise<PreparedCall> {
      const root = chosenFolder(call)
      const checked = checkedInput(schema, input)
      const names = namesInFolder(checked.path, root)
      const place = { root, closedFolders }
      return { question: null, run: async () => ({ text: await run(place, names, checked, call) }) }
    },
  }
}
