import { isRecord } from '../../../../../../shared/record'
import { type Fields, listOf, nameIn, textOf, timeOf } from '../foreign-fields'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { sourceOf } from '../numbered-sources'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'

const source = 'lm-studio' satisfies ImportOrigin

/** True for a conversation of LM Studio. */
export function isLmStudio(value: Fields): boolean {
  if (!('messages' in value)) return false
  if ('lastUsedModel' in value || 'perChatPredictionConfig' in value) return true
  return listOf(value['messages']).some((message) => isRecord(message) && 'versions' in message)
}

/**
 * A conversation of LM Studio, as it stores it in `conversations`. Messages have no ids and follow one another; each
 * has versions, of which `currentlySelected` is shown and is followed by the next message. Times are in milliseconds.
 * Attached files are only named.
 * @see https://github.com/YorkieDev/lm-studio-conversation-converter `script.js`
 * @see https://github.com/zeveck/json_to_md `convert-conversation.js` for steps and thinking
 */
export function readLmStudio(value: Fields): ReadConversation {
  const title = cleanTitle(textOf(value['name']))
  const { messages } = value
  if (!Array.isArray(messages)) {
    return { status: 'skipped', source, title, reason: { code: 'damaged', value: 'messages' } }
  }
  const model = modelOf(isRecord(value['lastUsedModel']) ? value['lastUsedModel'] : {})
  const tree = new ForeignTree()
  let parentKey: string | null = null
  for (const [index, message] of messages.entries()) {
    parentKey = addVersions(tree, { message, index, parentKey, model })
  }
  return tree.finish({
    source,
    id: nameIn(value['createdAt']),
    title,
    model,
    systemPrompt: systemPromptOf(value),
    isPinned: value['pinned'] === true,
    createdAt: timeOf(value['createdAt']),
    updatedAt: timeOf(value['userLastMessagedAt']) ?? timeOf(value['assistantLastMessagedAt']),
    currentKey: parentKey,
  })
}

function addVersions(
  tree: ForeignTree,
  given: { message: unknown; index: number; parentKey: string | null; model: string | null },
): string | null {
  const { message, index, parentKey } = given
  const fields: Fields = isRecord(message) ? message : { versions: [{ content: message }] }
  const versions = listOf(fields['versions'])
  const selected = fields['currentlySelected']
  let next: string | null = null
  for (const [number, each] of versions.entries()) {
    const version: Fields = isRecord(each) ? each : { content: each }
    const sender = isRecord(version['senderInfo']) ? version['senderInfo'] : {}
    const key = tree.add({
      id: `message-${index}-${number}`,
      parentKey,
      role: version['role'],
      list: partsOf(version),
      model: foreignModelName(sender['senderName'], null, 'lmstudio') ?? given.model,
    })
    if (number === selected || next === null) next = key
  }
  return next ?? parentKey
}

function modelOf({ identifier, indexedModelIdentifier }: Fields): string | null {
  return foreignModelName(identifier ?? indexedModelIdentifier, 'lmstudio', source)
}

function systemPromptOf(value: Fields): string | null {
  const config = isRecord(value['perChatPredictionConfig']) ? value['perChatPredictionConfig'] : {}
  const field = listOf(config['fields']).find(
    (each) => isRecord(each) && each['key'] === 'llm.prediction.systemPrompt',
  )
  return textOf(isRecord(field) ? field['value'] : null) || textOf(value['systemPrompt']) || null
}

function partsOf(version: Fields): PartList {
  const list = new PartList()
  addContent(list, version['content'], false)
  for (const step of listOf(version['steps'])) {
    if (!isRecord(step) || step['type'] !== 'contentBlock') {
      addStep(list, step)
      continue
    }
    const style = isRecord(step['style']) ? step['style'] : {}
    addContent(list, step['content'], style['type'] === 'thinking')
  }
  return list
}

/** Adds what a step contributes that is not content. */
function addStep(list: PartList, step: unknown): void {
  const { type, fileName, fileIdentifier } = isRecord(step) ? step : ({} as Fields)
  if (type === 'citationBlock') list.source(sourceOf(textOf(fileName) || textOf(fileIdentifier), null))
  // These say what the app did.
  else if (type !== 'status' && type !== 'toolStatus' && type !== 'debugInfoBlock') list.leaveOut(step)
}

function addContent(list: PartList, content: unknown, isThinking: boolean): void {
  const add = (given: unknown) => (isThinking ? list.reasoningIn(given) : list.textIn(given))
  for (const part of Array.isArray(content) ? content : [content]) {
    if (!isRecord(part)) add(part)
    // Markup of the model's format, not its words.
    else if (part['isStructural'] !== true) addPart(list, part, add)
  }
}

function addPart(list: PartList, part: Fields, add: (given: unknown) => void): void {
  const callId = nameIn(part['toolCallRequestId'] ?? part['callId'])
  switch (part['type']) {
    case 'text':
      add(part['text'])
      break
    case 'file':
      list.file({
        id: part['fileIdentifier'],
        name: part['name'] ?? part['fileIdentifier'],
        mediaType: part['fileType'] === 'image' ? 'image/*' : undefined,
        sizeBytes: part['sizeBytes'],
      })
      break
    case 'toolCallRequest':
      list.call({ id: callId, name: part['name'], input: part['arguments'] ?? part['parameters'] })
      break
    case 'toolCallResult':
      list.result(callId, part['content'])
      break
    default:
      if (part['type'] === undefined) add(part)
      else list.leaveOut(part)
  }
}
