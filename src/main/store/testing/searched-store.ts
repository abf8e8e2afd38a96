import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message, Part } from '../../../shared/sessions/messages'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { MessageRows } from '../messages/message-rows'
import { type SearchInput, type SearchResult, SessionSearch } from '../search/session-search'
import { AttachedTexts } from '../attachments/attachment-files'
import { SearchIndexer } from '../search/search-job'
import { SearchUpkeep } from '../search/search-upkeep'
import { openTestStore, type TestStore } from './test-store'

/** A store to search, with a way to add messages and list the hits. */
export interface SearchedStore extends TestStore {
  /** Adds a message below the last one of the session, or as another branch, and returns its id. */
  say(sessionId: SessionId, said: string | Part[], more?: Partial<Message>): MessageId
  /** Completes the index, as a thread does soon after a message was stored. */
  completeIndex(): Promise<void>
  search(query: string, input?: Partial<SearchInput>): SearchResult
  /** The snippets of the hits, with highlights in brackets. */
  found(query: string, input?: Partial<SearchInput>): string[]
}

/** Opens a store whose messages are inserted directly into the tables. */
export function openSearchedStore(): SearchedStore {
  const opened = openTestStore()
  const { store, database, clock, newId } = opened
  const messages = new MessageRows(database)
  const attached = new AttachedTexts(database, opened.folder)
  const engine = new SessionSearch(database, attached)
  const indexer = new SearchIndexer(database, attached)
  const upkeep = new SearchUpkeep({
    database,
    files: { file: '', dataFolder: opened.folder },
    clock,
    jobs: { run: () => Promise.resolve(indexer.next() as never) },
    onProblem: (error) => {
      throw error
    },
  })
  const search = (query: string, input: Partial<SearchInput> = {}) =>
    engine.search({ query, now: clock.now(), ...input })
  return {
    ...opened,
    say(sessionId, said, more = {}) {
      const id = newId<MessageId>()
      messages.insert({
        id,
        sessionId,
        parentId: store.leafOf(sessionId),
        role: 'assistant',
        parts: typeof said === 'string' ? [{ type: 'text', text: said }] : said,
        status: 'complete',
        createdAt: clock.now(),
        ...more,
      })
      store.setLeaf(sessionId, id)
      return id
    },
    async completeIndex() {
      for (let hasMore = true; hasMore;) hasMore = await upkeep.step()
    },
    search,
    found: (query, input) => search(query, input).hits.map(withMarks),
  }
}

/** The snippet with brackets around its highlights. */
export function withMarks({ snippet, highlights }: Pick<SearchHit, 'snippet' | 'highlights'>): string {
  let marked = ''
  let at = 0
  for (const [from, to] of highlights) {
    marked += `${snippet.slice(at, from)}[${snippet.slice(from, to)}]`
    at = to
  }
  return marked + snippet.slice(at)
}
