import { isRecord } from '../../../../../../shared/record'
import { type Fields, listOf, recordsIn, textOf, timeOf } from '../foreign-fields'
import { sourceIn, sourceOf } from '../numbered-sources'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'

const source = 'jan' satisfies ImportOrigin

/** The names under which the two files of a thread, the thread and its messages, are read as one value. */
export const janKeys = { thread: 'jan-thread', messages: 'jan-messages' } as const

/** True for a thread of Jan with its messages. */
export function isJan(value: Fields): boolean {
  return janKeys.messages in value
}

/**
 * A thread of Jan: `thread.json` and `messages.jsonl` in a folder of `threads`. Messages follow one another. Times are in
 * seconds or milliseconds.
 * @see https://github.com/janhq/jan `core/src/types/thread/threadEntity.ts`
 * @see https://github.com/janhq/jan `core/src/types/message/messageEntity.ts`
 * @see https://github.com/janhq/jan `src-tauri/src/core/threads/constants.rs` for the names of the files
 */
export function readJan(value: Fields): ReadConversation {
  const given = value[janKeys.thread]
  const thread = isRecord(given) ? given : {}
  const said = listOf(value[janKeys.messages]).map((each): Fields =>
    isRecord(each) ? each : { content: each },
  )
  const [first] = listOf(thread['assistants'])
  const assistant = isRecord(first) ? first : {}
  const model = modelOf(isRecord(assistant['model']) ? assistant['model'] : {})
  const tree = new ForeignTree()
  let key: string | null = null
  for (const each of inOrder(said)) {
    const { id, role, created_at: time, status } = each
    const isPartial = status === 'pending' || status === 'stopped'
    key = tree.add({ id, parentKey: key, role, list: partsOf(each), model, time, isPartial })
  }
  return tree.finish({
    source,
    id: ForeignTree.keyOf(thread['id'] ?? said[0]?.['thread_id']),
    title: cleanTitle(textOf(thread['title'])),
    model,
    systemPrompt: textOf(assistant['instructions']) || null,
    createdAt: timeOf(thread['created']),
    updatedAt: timeOf(thread['updated']),
    currentKey: key,
  })
}

function modelOf({ id, engine }: Fields): string | null {
  // Its own engine runs the models that it downloads.
  return foreignModelName(id, engine === 'llamacpp' || engine === 'nitro' ? null : engine, source)
}

/** Sorts the messages by their times, if all have one. */
function inOrder(messages: readonly Fields[]): readonly Fields[] {
  const timed = messages.map((message) => ({ message, time: timeOf(message['created_at']) ?? 0 }))
  if (timed.some(({ time }) => time === 0)) return messages
  return timed.toSorted((one, other) => one.time - other.time).map(({ message }) => message)
}

function partsOf(said: Fields): PartList {
  const list = new PartList()
  for (const file of listOf(said['attachments'])) {
    if (isRecord(file)) list.file({ id: file['file_id'], name: file['name'] ?? file['file_id'] })
  }
  for (const part of [said['content']].flat()) addPart(list, part)
  const about = isRecord(said['metadata']) ? said['metadata'] : {}
  for (const each of recordsIn(about['tool_calls'])) addOlderCall(list, each)
  return list
}

/** A call with its response, which older messages have beside their content. */
function addOlderCall(list: PartList, { tool, response }: Fields): void {
  const { id, function: called } = isRecord(tool) ? tool : ({} as Fields)
  const { name, arguments: input } = isRecord(called) ? called : ({} as Fields)
  const { content, error } = isRecord(response) ? response : ({} as Fields)
  const isError = textOf(error) !== ''
  list.call({ id, name, input, ...(response == null ? {} : { output: isError ? error : content, isError }) })
}

function addPart(list: PartList, part: unknown): void {
  if (!isRecord(part)) {
    list.plain(part)
    return
  }
  switch (part['type']) {
    case 'image_url': {
      const image = part['image_url']
      list.file({ name: 'image', mediaType: 'image/*', url: isRecord(image) ? image['url'] : image })
      break
    }
    case 'tool_call': {
      const output = part['output'] ?? undefined
      list.call({
        id: part['tool_call_id'],
        name: part['tool_name'],
        input: part['input'],
        ...(output === undefined ? {} : { output }),
      })
      break
    }
    default:
      list.plain(part)
      for (const each of listOf(isRecord(part['text']) ? part['text']['annotations'] : null)) {
        list.source(isRecord(each) ? sourceIn(each) : sourceOf(textOf(each), each))
      }
  }
}
