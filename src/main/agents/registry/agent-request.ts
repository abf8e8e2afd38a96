import { attachmentKind } from '../../../shared/sessions/attachments'
import { failure } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import type { Message, Part } from '../../../shared/sessions/messages'
import { type MessageFiles, partText, readMessageFiles } from '../../run-source/message-files'
import type { AgentTurn, AttachmentContent, RunRequest } from '../../run-source/run-source'
import type { AgentRequest } from '../agent'

/** The longest text of the earlier conversation that an agent gets; the latest part is kept. */
const maxEarlierChars = 60_000

const contextStart = '<earlier-conversation>'
const contextEnd = '</earlier-conversation>'

/** The name of an agent's default model. */
export const ownChoice = 'default'

/**
 * The request to an agent: the last question, preceded by the rest of the path if the agent's own session does not
 * contain it. `resumeId` replaces the turn's.
 * @throws INVALID_INPUT the model or the session is named like an option of the agent's command line
 */
export async function agentRequest(
  request: RunRequest,
  turn: Pick<AgentTurn, 'permission'> & { workspace: string; resumeId: string | null },
): Promise<AgentRequest> {
  assertNoOption('model', request.modelId)
  assertNoOption('resumeId', turn.resumeId)
  const told = request.messages.filter(({ role }) => role !== 'system')
  const lastIndex = told.findLastIndex(({ role }) => role === 'user')
  const last = told.slice(Math.max(lastIndex, 0), lastIndex + 1)
  const earlier = told.slice(0, Math.max(lastIndex, 0))
  const files = await readMessageFiles({ ...request, messages: last })
  const question = last.map((message) => wordsOf(message, files)).join('\n\n')
  const context = turn.resumeId === null ? await earlierConversation(request, earlier) : null
  return {
    prompt: context === null ? question : `${context}\n\n${question}`,
    images: imagesIn(last, files),
    workspace: turn.workspace,
    model: request.modelId === ownChoice ? null : request.modelId,
    permission: turn.permission,
    systemText: systemText(request),
    resumeId: turn.resumeId,
  }
}

/** Both become command-line arguments, where an option could grant what nobody consented to. */
function assertNoOption(field: 'model' | 'resumeId', name: string | null): void {
  if (name?.startsWith('-') !== true) return
  throw failure('INVALID_INPUT', 'agent-name', { field, name })
}

function imagesIn(
  messages: readonly Message[],
  files: MessageFiles,
): Extract<AttachmentContent, { kind: 'image' }>[] {
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      const file = part.type === 'attachment' ? files.get(part) : undefined
      return file?.kind === 'image' ? [file] : []
    })
}

function systemText({ messages, systemPrompt }: RunRequest): string | null {
  const texts = [
    systemPrompt ?? '',
    ...messages.filter(({ role }) => role === 'system').map((message) => wordsOf(message, new Map())),
  ]
  const text = texts.filter((each) => each.trim() !== '').join('\n\n')
  return text === '' ? null : text
}

/** The conversation so far between two marker lines; null when there is none. */
async function earlierConversation(request: RunRequest, earlier: readonly Message[]): Promise<string | null> {
  const spoken: string[] = []
  let room = maxEarlierChars
  let isCut = false
  for (const message of earlier.toReversed()) {
    const speaker = speakerOf(message)
    if (speaker === null) continue
    // Images are only named: an agent gets only those of the question.
    const told = withoutImages(message)
    const files = await readMessageFiles({ ...request, messages: [told] })
    // No message may end the context early.
    const words = wordsOf(told, files).replaceAll(contextEnd, '</earlier conversation>')
    if (words === '') continue
    const entry = `${speaker}:\n${words}`
    if (entry.length > room) {
      isCut = true
      // Keeps the end of the latest message, which leads to the question.
      if (spoken.length === 0) spoken.unshift(`${speaker}:\n[…]${words.slice(-room)}`)
      break
    }
    room -= entry.length
    spoken.unshift(entry)
  }
  if (spoken.length === 0) return null
  return [
    contextStart,
    'The conversation so far, for context. It has already been answered.',
    ...(isCut ? ['The beginning is omitted because the conversation is long.'] : []),
    ...spoken,
    contextEnd,
  ].join('\n\n')
}

function speakerOf({ role }: Message): string | null {
  switch (role) {
    case 'user':
      return 'User'
    case 'assistant':
      return 'Assistant'
    case 'system':
    case 'tool':
      return null
    default:
      return assertNever(role)
  }
}

function withoutImages(message: Message): Message {
  const parts = message.parts.map((part): Part =>
    part.type === 'attachment' && attachmentKind(part.mediaType) === 'image'
      ? { type: 'text', text: `[Attached image: ${part.name}]` }
      : part,
  )
  return { ...message, parts }
}

function wordsOf({ parts }: Message, files: MessageFiles): string {
  return parts
    .map((part) => partWords(part, files))
    .filter((words) => words.trim() !== '')
    .join('\n\n')
}

function partWords(part: Part, files: MessageFiles): string {
  if (part.type === 'tool-call') return `[Used the tool ${part.title ?? part.toolName}.]`
  return partText(part, files)
}
