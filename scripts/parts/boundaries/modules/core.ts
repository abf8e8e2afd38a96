import type { Module } from '../check-modules.ts'

/** The core of the main process: the basis of its services, runs, comparisons, settings and health. */
export const mainModules: readonly Module[] = [
  {
    path: 'src/main/base',
    holds: 'for any program: clock, disposables, emitter, ids, log, redaction; files/ and threads/',
    packages: ['zod'],
  },
  {
    path: 'src/main/model-setup',
    holds: 'user settings of providers and agents, as settings store and registries use them',
  },
  {
    path: 'src/main/ranking',
    holds: 'the statistics of votes: strengths, evidence, which pair to ask next',
  },
  {
    path: 'src/main/run-source',
    holds: 'RunSource, the interface of everything that answers, and how messages read to a model',
  },
  {
    path: 'src/main/auto-run-files',
    holds: 'names of files that start programs',
  },
  {
    path: 'src/main/data-folder',
    holds: 'where the data folder is, and why it cannot be written',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
    },
  },
  {
    path: 'src/main/differences',
    holds: 'what differs between answers, found in a thread without a model',
    mayImport: {
      'src/main/base': 'clock, threads',
    },
    packages: ['diff', 'marked'],
  },
  {
    path: 'src/main/errors',
    holds: 'the sink for errors that no caller can handle, and refusals for broken parts',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
    },
  },
  {
    path: 'src/main/leases',
    holds: 'one lease per session',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
    },
  },
  {
    path: 'src/main/runs/guarded-source',
    holds: 'a source with its limits, its cost and its outcome',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/run-source': 'the interface of sources',
    },
  },
  {
    path: 'src/main/streams',
    holds: 'event sources that a reader pulls from',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
    },
  },
  {
    path: 'src/main/health',
    holds: 'checks, problems, the health monitor',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'implements the sink' },
    },
  },
  {
    path: 'src/main/runs/log',
    holds: 'numbering, coalescing, throttling, journal of events',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
    },
  },
  {
    path: 'src/main/settings',
    holds: 'settings, provider and agent settings, keys',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/model-setup': 'types of the user’s settings',
      'src/main/platform': { types: 'types of the host' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/runs/continuing',
    holds: 'continues an answer that ended early',
    mayImport: {
      'src/main/run-source': { types: 'the interface of sources' },
    },
  },
  {
    path: 'src/main/runs/run',
    holds: 'one run: its life, approvals and forms that it waits for',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/leases': { types: 'holds the session while it acts' },
      'src/main/run-source': 'the interface of sources',
      'src/main/runs/continuing': 'adds up the usage of a continued answer',
      'src/main/runs/guarded-source': 'guards a source',
      'src/main/runs/log': 'events of a run',
      'src/main/store/agents': { types: 'type of a consent’s scope' },
    },
  },
  {
    path: 'src/main/runs/agents',
    holds: 'what an agent’s run needs: consents, folder, session',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/run-source': { types: 'the interface of sources' },
      'src/main/runs/run': { types: 'runs' },
      'src/main/auto-run-files': 'no lasting consent for such files',
      'src/main/store/agents': { types: 'turns and consents of agents' },
      'src/main/store/sessions': 'rule for agents in panes',
    },
  },
  {
    path: 'src/main/runs/starting',
    holds: 'how runs start: on request, from the queue, in the background',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': 'refuses with DEGRADED; reports',
      'src/main/leases': { types: 'holds the session while it acts' },
      'src/main/run-source': 'the interface of sources',
      'src/main/runs/agents': { types: 'type: what an agent’s run needs' },
      'src/main/runs/continuing': 'continues an answer',
      'src/main/runs/guarded-source': 'guards a source',
      'src/main/runs/run': 'runs',
      'src/main/store/composer': { types: 'drafts, queued messages, prompts' },
      'src/main/store/sessions': { types: 'rows of chats, titles' },
    },
  },
  {
    path: 'src/main/runs/forms',
    holds: 'answers forms',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/leases': { types: 'holds the session while it acts' },
      'src/main/run-source': { types: 'the interface of sources' },
      'src/main/runs/run': { types: 'runs' },
      'src/main/runs/starting': 'starts runs',
      'src/main/store/messages': 'rows of messages',
      'src/main/store/sessions': { types: 'rows of chats, titles' },
    },
    packages: ['ajv', 'ajv-formats'],
  },
  {
    path: 'src/main/runs/watching',
    holds: 'what windows are sent about a chat',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/leases': { types: 'holds the session while it acts' },
      'src/main/runs/log': 'events of a run',
      'src/main/runs/run': { types: 'runs' },
      'src/main/runs/starting': { types: 'type: the queue' },
      'src/main/store/messages': { types: 'rows of messages' },
      'src/main/store/sessions': { types: 'rows of chats, titles' },
      'src/main/streams': { types: 'serves events to a pulling reader' },
    },
  },
  {
    path: 'src/main/votes',
    holds: 'what a vote compares, and votes as CSV',
    mayImport: {
      'src/main/base': 'clock, emitter, ids',
      'src/main/ranking': 'ranks the votes',
      'src/main/store/database': 'opens the database in a thread',
      'src/main/store/votes': 'rows of votes',
    },
    packages: ['csv-parse', 'csv-stringify'],
  },
  {
    path: 'src/main/compare/blind',
    holds: 'blind comparisons: what may be seen of a hidden contestant, and when its answer appears',
    mayImport: {
      'src/main/base': 'clock, disposables, emitter',
      'src/main/runs/run': { types: 'runs' },
      'src/main/store/comparisons': { types: 'which contestants are hidden' },
      'src/main/store/sessions': { types: 'the question of an answer' },
      'src/main/streams': { types: 'serves events to a pulling reader' },
    },
  },
  {
    path: 'src/main/pace',
    holds: 'when a provider may be asked, and whose turn it is',
    mayImport: {
      'src/main/base': { types: 'clock, disposables' },
      'src/main/run-source': { types: 'the interface of sources' },
    },
  },
  {
    path: 'src/main/sets',
    holds: 'prompt sets: checks, runs, results, files',
    mayImport: {
      'src/main/agents/commands': { types: 'runs a command' },
      'src/main/agents/workspaces': { types: 'folders of agents' },
      'src/main/platform': { types: 'asks the user' },
      'src/main/base': 'clock, emitter, ids, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/pace': { types: 'when a provider may be asked' },
      'src/main/run-source': 'the interface of sources',
      'src/main/runs/forms': 'checks a value against a JSON schema',
      'src/main/runs/guarded-source': 'guards a source',
      'src/main/runs/run': 'time limits of an answer',
      'src/main/store/comparisons': { types: 'comparisons of stored answers' },
      'src/main/store/sessions': { types: 'messages that are stored' },
      'src/main/store/sets': { types: 'rows of sets, runs and cells' },
      'src/main/streams': { types: 'serves events to a pulling reader' },
      'src/main/votes': 'names a model with its settings',
    },
    packages: ['csv-parse', 'csv-stringify'],
  },
  {
    path: 'src/main/compare',
    holds: 'runs of comparisons, owned by their streams',
    mayImport: {
      'src/main/agents/commands': { types: 'runs a command' },
      'src/main/agents/workspaces': { types: 'folders of agents' },
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/differences': 'sentences of an answer',
      'src/main/leases': 'holds the session while it acts',
      'src/main/pace': 'whose turn it is',
      'src/main/platform': { types: 'asks the user' },
      'src/main/run-source': { types: 'the interface of sources' },
      'src/main/runs/forms': { types: 'type: answers a pane’s form' },
      'src/main/runs/log': 'events of a run',
      'src/main/runs/run': { types: 'runs' },
      'src/main/runs/starting': 'starts runs',
      'src/main/runs/watching': { types: 'what a chat shows' },
      'src/main/store/comparisons': 'rows of comparisons, random order',
      'src/main/store/sessions': { types: 'rows of chats, titles' },
      'src/main/streams': { types: 'serves events to a pulling reader' },
    },
  },
  {
    path: 'src/main/runs/titles',
    holds: 'asks a model for a title',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/leases': { types: 'holds the session while it acts' },
      'src/main/run-source': { types: 'the interface of sources' },
      'src/main/runs/run': { types: 'runs' },
      'src/main/runs/starting': 'starts runs',
      'src/main/runs/watching': { types: 'type: announces a new title' },
      'src/main/store/messages': 'titles',
      'src/main/store/sessions': { types: 'rows of chats, titles' },
    },
  },
]
