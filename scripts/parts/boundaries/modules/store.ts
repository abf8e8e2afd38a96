import type { Module } from '../check-modules.ts'

/** The store. */
export const storeModules: readonly Module[] = [
  {
    path: 'src/main/store/tokenizer',
    holds: 'splits text into the words of the index',
  },
  {
    path: 'src/main/store/database',
    holds: 'SQLite, its errors, its files, migrations',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/store/tokenizer': 'words of the index, folded case',
    },
    packages: ['better-sqlite3'],
  },
  {
    path: 'src/main/store/votes',
    holds: 'votes on the answers of comparisons',
    mayImport: {
      'src/main/store/database': 'statements, errors of the store',
    },
  },
  {
    path: 'src/main/store/spending',
    holds: 'what every request has cost, and sums of it',
    mayImport: {
      'src/main/base': 'new ids',
      'src/main/store/database': { types: 'statements' },
    },
  },
  {
    path: 'src/main/store/sets',
    holds: 'prompt sets, their runs and cells',
    mayImport: {
      'src/main/base': { types: 'clock, ids' },
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/spending': 'records what an answer has cost',
    },
  },
  {
    path: 'src/main/store/composer',
    holds: 'what users write before it is sent: drafts, queue, prompts, sent texts',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/tokenizer': 'words of the index, folded case',
    },
  },
  {
    path: 'src/main/store/messages',
    holds: 'messages, forms and outline of a chat, the journal of runs',
    mayImport: {
      'src/main/store/database': 'statements, errors of the store',
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/store/uploads',
    holds: 'chunked uploads, and the limits of imports',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/store/database': 'statements, errors of the store',
    },
  },
  {
    path: 'src/main/store/agents',
    holds: 'agents’ turns, consents, folders',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/messages': 'finds the answers that an agent gave',
    },
  },
  {
    path: 'src/main/store/search',
    holds: 'full-text search',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/messages': 'titles',
      'src/main/store/tokenizer': 'words of the index, folded case',
    },
  },
  {
    path: 'src/main/store/integrity/snapshots',
    holds: 'takes, checks, restores snapshots',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/store/agents': 'a restored store forgets consents',
      'src/main/store/database': 'statements, errors of the store',
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/store/reader',
    holds: 'reads a store that another process owns',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/messages': 'rows of messages',
      'src/main/store/search': 'searches',
    },
  },
  {
    path: 'src/main/store/sessions',
    holds: 'chats: rows, lists, trash, copies, titles, writing whole trees',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/leases': { types: 'operations take the lease' },
      'src/main/store/agents': { types: 'turns of agents are not copied with messages' },
      'src/main/store/composer': 'the trash and new trees include drafts',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/messages': 'rows of messages',
      'src/main/store/spending': 'records what answers and titles have cost',
      'src/main/store/tokenizer': 'words of the index, folded case',
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/store/attachments',
    holds: 'files of messages',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/run-source': { types: 'content of a file as a request takes it' },
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/integrity/snapshots': 'a file in a snapshot is in use',
      'src/main/store/uploads': 'uploads, limits',
    },
    packages: ['image-size', 'unpdf'],
  },
  {
    path: 'src/main/store/comparisons',
    holds: 'comparisons, their panes and merges',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/store/composer': 'drafts, queued messages, prompts',
      'src/main/store/database': 'queries, stored JSON, and which contestants are hidden',
      'src/main/store/messages': 'titles',
      'src/main/store/sessions': { types: 'rows of chats, titles' },
    },
  },
  {
    path: 'src/main/store/integrity/repair',
    holds: 'builds an intact database from a damaged one',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/store/agents': 'a repaired store forgets consents',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/integrity/snapshots': 'snapshots',
      'src/main/store/messages': 'rows of messages',
      'src/main/store/sessions': 'rows of chats, titles',
    },
  },
  {
    path: 'src/main/store/transfer/parley-format',
    holds: 'Parley’s own file format',
    mayImport: {
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/messages': 'rows of messages',
      'src/main/store/sets': { types: 'rows of sets, runs and cells' },
      'src/main/store/sessions': 'rows of chats, titles',
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/store/integrity/maintenance',
    holds: 'checkpoints, checks, snapshots in use; notices',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/integrity/repair': 'repair and its report',
      'src/main/store/integrity/snapshots': 'snapshots',
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/store/transfer/export',
    holds: 'exports: contents/ is read, documents/ are written',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/store/attachments': 'files of messages',
      'src/main/store/comparisons': { types: 'rows of comparisons' },
      'src/main/store/composer': 'drafts, queued messages, prompts',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/messages': 'rows of messages',
      'src/main/store/sessions': { types: 'rows of chats, titles' },
      'src/main/store/sets': 'rows of sets, runs and cells',
      'src/main/store/transfer/parley-format': 'Parley’s own files',
      'src/main/store/votes': 'rows of votes',
      'src/main/streams': { types: 'serves events to a pulling reader' },
    },
    packages: ['fflate', 'katex', 'lowlight', 'marked'],
  },
  {
    path: 'src/main/store/transfer/import',
    holds: 'imports: reading/ cuts files, formats/ reads conversations',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/leases': { types: 'extends only a chat that is idle' },
      'src/main/store/comparisons': 'rows of merges',
      'src/main/store/composer': 'drafts, queued messages, prompts',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/messages': 'titles',
      'src/main/store/sessions': 'rows of chats, titles',
      'src/main/store/sets': { types: 'runs of prompt sets' },
      'src/main/store/transfer/parley-format': 'Parley’s own files',
      'src/main/store/uploads': 'uploads, limits',
      'src/main/store/votes': 'rows of votes',
      'src/main/streams': { types: 'serves events to a pulling reader' },
    },
    packages: ['yauzl', 'zod'],
  },
  {
    path: 'src/main/store',
    holds: 'the list of jobs of the store’s threads',
    mayImport: {
      'src/main/base': 'threads',
      'src/main/store/attachments': 'files of messages',
      'src/main/store/integrity/maintenance': 'notices, jobs of upkeep',
      'src/main/store/messages': 'rows of messages',
      'src/main/store/search': 'searches',
      'src/main/store/transfer/export': 'exports',
      'src/main/store/transfer/import': 'imports',
    },
  },
  {
    path: 'src/main/store/opening',
    holds: 'lock, plan, probe, open, swap',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/data-folder': 'creates the data folder, explains its errors',
      'src/main/store/database': 'statements, errors of the store',
      'src/main/store/integrity/maintenance': 'notices, and the type of the upkeep jobs',
      'src/main/store/integrity/repair': 'repair and its report',
      'src/main/store/integrity/snapshots': 'snapshots',
    },
    packages: ['zod'],
  },
]
