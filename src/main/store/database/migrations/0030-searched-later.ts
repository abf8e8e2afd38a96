import type { Migration } from './migration'

/**
 * The search index also has symbols, what tools got and returned, names of files, the text of attached files and the end
 * of long messages. Messages whose entries lack something are listed, and a thread completes them
 * (`store/search/search-upkeep.ts`): indexing all messages here would keep the first start waiting.
 */
export const searchedLater: Migration = {
  version: 30,
  up(database) {
    database.script(`
      CREATE TABLE search_updates (number INTEGER PRIMARY KEY) STRICT;
      INSERT INTO search_updates (number) SELECT number FROM messages ORDER BY number;
      CREATE TRIGGER message_searched_later AFTER INSERT ON messages WHEN search_later(new.parts) = 1 BEGIN
        INSERT OR IGNORE INTO search_updates (number) VALUES (new.number);
      END;
      CREATE TRIGGER message_unsearched_later AFTER DELETE ON messages BEGIN
        DELETE FROM search_updates WHERE number = old.number;
      END;
      -- Replacing every entry would make the index merge its largest parts over and over; see search-upkeep.ts.
      INSERT INTO message_search (message_search, rank) VALUES ('deletemerge', 0);
      INSERT INTO message_search (message_search, rank) VALUES ('automerge', 8);
      DELETE FROM title_search;
      INSERT INTO title_search (rowid, title) SELECT number, search_title(title) FROM sessions;
    `)
  },
}
