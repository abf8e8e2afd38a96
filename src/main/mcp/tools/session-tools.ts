import { z } from 'zod'

import type { MessageId, SessionId } from '../../../shared/ids'
import { type Message, messageRoles, messageText, type Part } from '../../../shared/sessions/messages'
import { visibleText, visibleWords } from '../../../shared/text/visible-text'
import type { PublicSession } from '../calls/mcp-backend'
import { callTool, mcpResult, type ToolKit } from './tool-kit'

/** The limits for one message and for a page: an answer has to fit into the context of a client's model. */
const longestMessageChars = 20_000
const longestPageChars = 100_000

const id = z.string().min(1).max(200)

const searchInput = z.object({
  query: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'Words to find in titles and messages, in the syntax of Parley’s own search. Omit it to get the most recent chats.',
    ),
  limit: z.number().int().min(1).max(100).default(20),
})
const searchOutput = z.object({
  hits: z.array(
    z.object({
      session_id: z.string(),
      title: z.string(),
      message_id: z.string().nullable().describe('null if the title matched.'),
      role: z.string().nullable(),
      model: z.string().nullable(),
      at: z.string(),
      snippet: z.string(),
    }),
  ),
  has_more: z.boolean(),
  problems: z.array(z.string()).describe('Parts of the query that were ignored, and why.'),
})

const getInput = z.object({
  session_id: id,
  limit: z.number().int().min(1).max(100).default(20).describe('The maximum number of messages.'),
  before: id.optional().describe('Returns the messages before this one. Omit it to get the newest.'),
})
const getOutput = z.object({
  session_id: z.string(),
  title: z.string(),
  model: z.string().nullable(),
  workspace: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  messages: z.array(
    z.object({
      message_id: z.string(),
      role: z.enum(messageRoles),
      model: z.string().nullable(),
      status: z.string(),
      created_at: z.string(),
      text: z.string(),
      is_cut: z.boolean().describe('The text was truncated.'),
    }),
  ),
  before: z
    .string()
    .nullable()
    .describe('Pass this to get the previous page. null at the beginning of the chat.'),
})

/** Registers the tools that read chats. */
export function registerSessionTools(kit: ToolKit): void {
  const { server, backend } = kit
  server.registerTool(
    'search_sessions',
    {
      title: 'Search chats',
      description: 'Searches the chats and messages in Parley on this machine. Read-only.',
      inputSchema: searchInput,
      outputSchema: searchOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query = '', limit }, context) =>
      callTool(kit, context, () => {
        const found = query.trim() === '' ? newest(kit, limit) : search(kit, query, limit)
        const lines = found.hits.map(
          ({ session_id: sessionId, title, at, snippet }) =>
            `${sessionId}  ${visibleWords(title)}  ${at}\n  ${visibleWords(snippet)}`,
        )
        return Promise.resolve(mcpResult(lines.join('\n') || 'No results.', found))
      }),
  )
  server.registerTool(
    'get_session',
    {
      title: 'Read a chat',
      description: 'Returns one page of a chat, oldest message first. Read-only.',
      inputSchema: getInput,
      outputSchema: getOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input, context) =>
      callTool(kit, context, () => {
        const page = backend.getSession({
          sessionId: input.session_id as SessionId,
          limit: input.limit,
          before: (input.before ?? null) as MessageId | null,
        })
        const { messages, isShort } = newestMessages(page.messages)
        const shown: z.infer<typeof getOutput> = {
          ...tellSession(page.session),
          messages,
          before: page.hasMore || isShort ? (messages[0]?.message_id ?? null) : null,
        }
        const text = messages.map((message) => `[${message.role}] ${message.text}`).join('\n\n')
        return Promise.resolve(mcpResult(`${visibleWords(shown.title)}\n\n${text}`, shown))
      }),
  )
}

function newest({ backend }: ToolKit, limit: number): z.infer<typeof searchOutput> {
  const sessions = backend.listSessions(limit + 1)
  return {
    hits: sessions.slice(0, limit).map((session) => ({
      session_id: session.sessionId,
      title: session.title,
      message_id: null,
      role: null,
      model: session.model,
      at: timeOf(session.updatedAt),
      snippet: session.title,
    })),
    has_more: sessions.length > limit,
    problems: [],
  }
}

function search({ backend }: ToolKit, query: string, limit: number): z.infer<typeof searchOutput> {
  const { hits, hasMore, problems } = backend.searchSessions({ query, limit })
  return {
    hits: hits.map((hit) => ({
      session_id: hit.sessionId,
      title: hit.sessionTitle,
      message_id: hit.messageId,
      role: hit.role,
      model: hit.model,
      at: timeOf(hit.createdAt),
      snippet: hit.snippet,
    })),
    has_more: hasMore,
    problems,
  }
}

function tellSession(session: PublicSession) {
  return {
    session_id: session.sessionId,
    title: session.title,
    model: session.model,
    workspace: session.workspace,
    created_at: timeOf(session.createdAt),
    updated_at: timeOf(session.updatedAt),
  }
}

/** The newest messages that fit; at least one. */
function newestMessages(messages: readonly Message[]) {
  const shown: z.infer<typeof getOutput>['messages'] = []
  let chars = 0
  for (const message of messages.toReversed()) {
    const whole = wordsOf(message)
    const text = whole.slice(0, longestMessageChars)
    if (shown.length > 0 && chars + text.length > longestPageChars) break
    chars += text.length
    shown.unshift({
      message_id: message.id,
      role: message.role,
      model: message.model ?? null,
      status: message.status,
      created_at: timeOf(message.createdAt),
      text,
      is_cut: text.length < whole.length,
    })
  }
  return { messages: shown, isShort: shown.length < messages.length }
}

/** The text of a message, with other content in brackets. */
function wordsOf(message: Message): string {
  const others = message.parts.flatMap(nameOf)
  return [messageText(message), ...others].filter((text) => text !== '').join('\n')
}

function nameOf(part: Part): string[] {
  if (part.type === 'attachment') return [`[file: ${visibleText(part.name)}]`]
  if (part.type === 'tool-call') return [`[tool: ${visibleText(part.title ?? part.toolName)}]`]
  return part.type === 'error' ? [`[error: ${part.code}: ${visibleWords(part.message)}]`] : []
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
