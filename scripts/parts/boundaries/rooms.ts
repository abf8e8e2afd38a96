import type { IForbiddenRuleType } from 'dependency-cruiser'

import type { Room } from './check-rooms.ts'

/** The names of React’s packages and of the store of the window’s state. */
const react = ['react', 'react-dom', 'react-i18next', 'zustand']

/**
 * All rooms, from the inside out: a room may import only rooms above it, so no two depend on each other. Every
 * file may also import its own room and Node’s modules.
 */
export const rooms: readonly Room[] = [
  {
    path: 'src/shared',
    holds: 'types, schemas, the wire contract and pure functions for both sides',
    openTo: 'src',
    packages: ['highlight.js', 'i18next', 'lowlight', 'marked', 'zod'],
  },

  // Main: what any service may use.
  {
    path: 'src/main/base',
    holds: 'for any program: clock, disposables, ids, log, files, threads',
    openTo: 'src/main',
    packages: ['diff', 'image-size', 'zod'],
  },
  {
    path: 'src/main/errors',
    holds: 'the sink for errors that no caller can handle, and refusals for broken parts',
    openTo: 'src/main',
  },
  {
    path: 'src/main/platform',
    holds: 'the interface that each host implements',
    openTo: 'src/main',
  },
  {
    path: 'src/main/run-source',
    holds: 'RunSource, the interface of everything that answers, and how messages read to a model',
    openTo: 'src/main',
  },
  {
    path: 'src/main/model-setup',
    holds: 'the user’s settings of providers and agents, as the settings store and the registries use them',
    packages: ['zod'],
  },
  {
    path: 'src/main/auto-run-files',
    holds: 'names of files that start programs',
  },
  {
    path: 'src/main/data-folder',
    holds: 'where the data folder is, and why it cannot be written',
  },
  {
    path: 'src/main/streams',
    holds: 'event sources that a reader pulls from',
    openTo: 'src/main',
  },
  {
    path: 'src/main/leases',
    holds: 'one lease per session',
  },
  {
    path: 'src/main/statistics',
    holds: 'distributions, shares with intervals, paired differences, tests, forecasts',
  },
  {
    path: 'src/main/ranking',
    holds: 'the statistics of votes: strengths, evidence, which pair to ask next',
    mayImport: { 'src/main/statistics': 'distributions' },
  },
  {
    path: 'src/main/differences',
    holds: 'differences between answers, found in a thread without a model',
    packages: ['marked'],
  },
  {
    path: 'src/main/health',
    holds: 'checks, problems, the health monitor; services push to it, it asks none',
  },
  {
    path: 'src/main/settings',
    holds: 'settings, provider and agent settings, keys',
    mayImport: { 'src/main/model-setup': 'types of the user’s settings' },
    packages: ['zod'],
  },

  // Main: the store. It knows neither runs nor comparisons.
  {
    path: 'src/main/store',
    holds: 'SQLite: rows, search, attachments, snapshots, export and import',
    mayImport: {
      'src/main/data-folder': 'opens the database in it',
      'src/main/leases': 'deletes no session that is in use',
    },
    packages: ['better-sqlite3', 'fflate', 'katex', 'lowlight', 'marked', 'unpdf', 'yauzl', 'zod'],
  },

  // Main: everything that answers. It knows neither runs, store, comparisons nor rpc.
  {
    path: 'src/main/providers',
    holds: 'model providers: connections, families, retries, sizes and prices',
    mayImport: { 'src/main/model-setup': 'the providers that the user has set up' },
    packages: ['@anthropic-ai/sdk', '@google/genai', '@pydantic/genai-prices', 'openai', 'zod'],
  },
  {
    path: 'src/main/agents',
    holds: 'coding agents: supervised processes, both routes, workspaces',
    mayImport: { 'src/main/model-setup': 'the agents that the user has set up' },
    packages: ['@agentclientprotocol/sdk', 'zod'],
  },
  {
    path: 'src/main/tools',
    holds: 'tools for models: files, web, code, MCP servers, and the loop that executes calls',
    mayImport: {
      'src/main/agents': 'MCP servers are supervised processes',
      'src/main/auto-run-files': 'an edit of such a file always needs approval',
      'src/main/model-setup': 'the search provider that is set up',
      'src/main/providers': 'connections for pages and servers',
      'src/main/settings': 'the user’s servers, variables in confirmations',
    },
    packages: [
      '@jitl/quickjs-singlefile-mjs-release-sync',
      '@modelcontextprotocol/client',
      '@mozilla/readability',
      'linkedom',
      'quickjs-emscripten-core',
      'yauzl',
      'zod',
    ],
  },

  // Main: exchange with the user’s other machines.
  {
    path: 'src/main/sync',
    holds: 'rows and attachments in sealed files of a folder that something else carries, or of a server',
    mayImport: {
      'src/main/providers': 'connections to servers',
      'src/main/settings': 'keeps the passphrase among the keys',
      'src/main/store': 'the rows that are exchanged',
    },
    packages: ['aws4fetch', 'fast-xml-parser', 'zod'],
  },

  // Main: runs and what is built on them. They know sources only through their interface.
  {
    path: 'src/main/runs',
    holds: 'runs: starting, the log, forms, continuing, compaction, titles, watching',
    mayImport: {
      'src/main/auto-run-files': 'no lasting consent for such files',
      'src/main/leases': 'one run per session',
      'src/main/store': 'stores messages and the journal',
    },
    packages: ['ajv', 'ajv-formats'],
  },
  {
    path: 'src/main/pace',
    holds: 'when a provider may be asked, and whose turn it is',
  },
  {
    path: 'src/main/spending',
    holds: 'reports and limits of the cost of requests',
    mayImport: { 'src/main/store': 'the ledger' },
  },
  {
    path: 'src/main/votes',
    holds: 'votes, and votes as CSV',
    mayImport: {
      'src/main/ranking': 'ranks the votes',
      'src/main/store': 'rows of votes',
    },
    packages: ['csv-parse', 'csv-stringify'],
  },
  {
    path: 'src/main/sets',
    holds: 'prompt sets: checks, runs, results, files',
    mayImport: {
      'src/main/agents': 'commands and folders of agents',
      'src/main/differences': 'finds quotes in an answer',
      'src/main/pace': 'when a provider may be asked',
      'src/main/ranking': 'which pair the next vote should be about',
      'src/main/runs': 'guards a source, checks a value against a JSON schema',
      'src/main/statistics': 'intervals and tests of results',
      'src/main/store': 'rows of sets, runs and cells',
      'src/main/tools': 'the loop of a model with tools, which get recorded results',
      'src/main/votes': 'names a model with its settings',
    },
    packages: ['csv-parse', 'csv-stringify', 'yaml'],
  },
  {
    path: 'src/main/which-model',
    holds: 'what votes, checks and measurements say about models',
    mayImport: {
      'src/main/ranking': 'evidence about pairs',
      'src/main/sets': 'places of answers, verdicts of judges',
      'src/main/statistics': 'intervals of shares',
      'src/main/store': 'rows of answers, cells and votes',
      'src/main/votes': 'the votes that count',
    },
  },
  {
    path: 'src/main/compare',
    holds: 'comparisons: panes owned by their streams, blind rounds, merges, judges',
    mayImport: {
      'src/main/agents': 'commands and folders of agents',
      'src/main/differences': 'sentences of an answer',
      'src/main/leases': 'one run per pane',
      'src/main/pace': 'whose turn it is',
      'src/main/runs': 'a pane has a run',
      'src/main/sets': 'asks a judge',
      'src/main/store': 'rows of comparisons',
    },
  },

  // Main: the ways in, composition and the hosts.
  {
    path: 'src/main/rpc',
    holds: 'transports, router, connections, stream channels; knows no service',
    packages: ['ws', 'zod'],
  },
  {
    path: 'src/main/rpc/handlers',
    holds: 'one file of routes per subject: each calls a service and decides nothing',
    mayImport: { 'src/main': 'calls all services' },
  },
  {
    path: 'src/main/mcp',
    holds: 'the MCP server over two streams; calls Parley through an interface',
    mayImport: { 'src/main/auto-run-files': 'refuses handoffs into such files' },
    packages: ['@modelcontextprotocol/server', 'zod'],
  },
  {
    path: 'src/main/composition',
    holds: 'builds all services from a Platform, and connects them',
    mayImport: { 'src/main': 'builds and connects all services' },
  },
  {
    path: 'src/main/hosts',
    holds: 'one program per folder: web, mcp, eval',
    mayImport: {
      'src/main/agents': 'ends what an earlier process left',
      'src/main/composition': 'builds the app',
      'src/main/data-folder': 'finds it',
      'src/main/health': 'explains why a start failed',
      'src/main/mcp': 'serves it',
      'src/main/rpc': 'serves it over a socket',
      'src/main/runs': 'time limits of an answer',
      'src/main/sets': 'parley-eval runs them',
      'src/main/store': 'says why a store cannot be opened',
    },
    packages: ['i18next', 'ws'],
  },
  {
    path: 'src/main/hosts/electron',
    holds: 'the desktop app: windows, menu, tray, updates',
    mayImport: {
      'src/main/composition': 'builds the app',
      'src/main/data-folder': 'finds it',
      'src/main/health': 'shows problems before there is a window',
      'src/main/hosts': 'parts of every host',
      'src/main/providers': 'proxies of the system',
      'src/main/rpc': 'serves it over a port',
    },
    packages: ['electron', 'electron-updater', 'i18next', 'zod'],
  },

  // The window.
  {
    path: 'src/preload',
    holds: 'the page’s port to main: passes it on with window.postMessage, and does nothing else',
    packages: ['electron'],
  },
  {
    path: 'src/renderer/language',
    holds: 't(), and how numbers, sizes, costs, times and days are written',
    openTo: 'src/renderer',
    packages: ['react', 'react-i18next'],
  },
  {
    path: 'src/renderer/errors',
    holds: 'explanations of errors, and what can be done about them',
    openTo: 'src/renderer',
  },
  {
    path: 'src/renderer/workers',
    holds: 'web workers: start one, report what it throws',
  },
  {
    path: 'src/renderer/rpc',
    holds: 'window.parley: the client, its two wires, streams, and the report of an error to main',
  },
  {
    path: 'src/renderer/browser',
    holds: 'everything that the window uses of its browser: clock, frames, storage, files, clipboard',
    mayImport: { 'src/renderer/rpc': 'the environment includes window.parley' },
  },
  {
    path: 'src/renderer/keyboard',
    holds: 'key presses, names of keys, focus',
    mayImport: { 'src/renderer/browser': 'a browser keeps some keys for itself' },
    packages: ['react'],
  },
  {
    path: 'src/renderer/ui',
    holds: 'the component kit; knows no state of the app',
    mayImport: { 'src/renderer/keyboard': 'key names, where focus goes back to' },
    packages: ['@base-ui/react', '@tanstack/react-virtual', 'react', 'react-dom'],
  },
  {
    path: 'src/renderer/markdown',
    holds: 'Markdown to React: parsing, highlighting, diagrams',
    mayImport: {
      'src/renderer/ui': 'buttons, viewport hooks, boundaries',
      'src/renderer/workers': 'highlights in a worker',
    },
    packages: ['katex', 'lowlight', 'marked', 'mermaid', 'react', 'react-dom'],
  },
  {
    path: 'src/renderer/state',
    holds: 'the state of the window; knows no component',
    mayImport: {
      'src/renderer/browser': 'clock, frames, storage, files',
      'src/renderer/keyboard': 'names of keys',
      'src/renderer/markdown': 'plain text of an answer, diagrams of exported pages',
      'src/renderer/rpc': 'calls main',
      'src/renderer/workers': 'the worker that fails on purpose',
    },
    packages: ['i18next', 'react', 'zustand'],
  },
  {
    path: 'src/renderer/pages',
    holds: 'pages that models wrote, each in a frame of its own',
    mayImport: { 'src/renderer/ui': 'buttons' },
    packages: ['react'],
  },
  {
    path: 'src/renderer/pages/frame',
    holds: 'the code inside such a frame, built apart from the window',
    packages: ['react', 'react-dom', 'sucrase'],
  },
  {
    path: 'src/renderer/features',
    holds: 'one folder per feature: its views and what only they need',
    mayImport: { 'src/renderer': 'shows the state, calls main' },
    packages: [...react, 'diff', 'i18next'],
  },
  {
    path: 'src/renderer/app',
    holds: 'the window around the views: address, shortcuts, appearance, dialogs',
    mayImport: { 'src/renderer': 'puts the window together' },
    packages: ['react', 'react-i18next', 'zustand'],
  },
  {
    path: 'src/renderer',
    holds: 'main.tsx: starts the window',
    mayImport: { 'src/renderer': 'starts everything' },
    packages: ['react', 'react-dom'],
  },
]

/** Packages that no file loads on its way into the window, each with the reason. */
export const notInWindow: Readonly<Record<string, string>> = {
  zod: '60 kB; main checks everything that crosses the wire',
}

const tests = String.raw`\.test\.tsx?$|/testing/`

/** Rules about single files, in the format of dependency-cruiser. They apply to tests, too. */
export const fileRules: IForbiddenRuleType[] = [
  {
    name: 'no-circular',
    comment: 'Types are inferred from schemas, which need the values beside those types.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'not-to-unresolvable',
    from: {},
    to: { couldNotResolve: true, pathNot: '^electron$' },
  },
  {
    name: 'main-and-window-meet-in-shared',
    from: { path: '^src/(shared|preload|renderer)/' },
    to: { path: '^src/main/' },
  },
  {
    name: 'chat-and-compare-do-not-know-each-other',
    from: { path: '^src/renderer/features/(chat|compare)/' },
    to: { path: '^src/renderer/features/(chat|compare)/', pathNot: '^src/renderer/features/$1/' },
  },
  {
    name: 'only-database-opens-sqlite',
    comment: 'It sets what keeps a file safe: journal mode, foreign keys, limits.',
    from: {
      pathNot: '^src/main/store/(database/(database|database-file)|testing/new-store)\\.ts$',
    },
    to: { path: 'better-sqlite3' },
  },
  {
    name: 'only-the-supervisor-starts-agents',
    comment: 'It ends their whole process trees, also after a crash. The other files run short programs.',
    from: {
      path: '^src/main/',
      pathNot: `${tests}|^src/main/(agents/supervisor/|agents/registry/program-output|agents/workspaces/git/git|hosts/|store/opening/risky-place|sync/server/metered)`,
    },
    to: { path: '^(node:)?child_process$' },
  },
  {
    name: 'only-the-host-knows-electron',
    from: {
      pathNot:
        '^src/main/hosts/electron/(electron-main|run-in-electron|system/electron-modules)\\.ts$|^src/preload/',
    },
    to: { path: '^(node_modules/)?electron($|/)' },
  },
  {
    name: 'electron-modules-takes-types-only',
    comment: 'The rest of the host uses Electron through it, so that tests run without Electron.',
    from: { path: '^src/main/hosts/electron/system/electron-modules\\.ts$' },
    to: { path: '^(node_modules/)?electron($|/)', dependencyTypesNot: ['type-only'] },
  },
]
