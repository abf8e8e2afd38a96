import type { Module } from '../check-modules.ts'

/** What main and the window share. */
export const sharedModules: readonly Module[] = [
  {
    path: 'src/shared',
    holds: 'errors, ids, invariant, JSON depth, tables, pieces of schemas: for all modules.',
    packages: ['zod'],
  },
  {
    path: 'src/shared/text',
    holds: 'Escapes invisible characters, measures UTF-8.',
  },
  {
    path: 'src/shared/agents',
    holds: 'Agents, what they may do, and what they ask, change and plan.',
    mayImport: {
      'src/shared': { types: 'errors, ids, invariant' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/shared/tools',
    holds: 'Tools for models: which are on, what is asked before a call, and what was decided.',
    mayImport: {
      'src/shared': 'errors, ids, pieces of schemas',
      'src/shared/agents': { types: 'kinds of tools, decisions' },
      'src/shared/text': 'estimates tokens',
    },
    packages: ['zod'],
  },
  {
    path: 'src/shared/app',
    holds: 'Settings, health, host notices, deep links.',
    mayImport: {
      'src/shared': { types: 'error codes and ids' },
      'src/shared/models': 'the schema of model references',
      'src/shared/sessions': 'the limit on panes',
      'src/shared/spending': 'limits of spending',
      'src/shared/tools': 'the schema of tool names, hosts of pages',
    },
    packages: ['zod'],
  },
  {
    path: 'src/shared/code',
    holds: 'Languages and colours of code.',
    mayImport: {
      'src/shared': 'lookup tables',
    },
    packages: ['highlight.js', 'lowlight'],
  },
  {
    path: 'src/shared/markdown',
    holds: 'The bounded Markdown lexer that window and exports share.',
    mayImport: {
      'src/shared': 'errors, ids, invariant',
    },
    packages: ['marked'],
  },
  {
    path: 'src/shared/ranking',
    holds: 'Votes, and what a ranking says about contestants.',
    mayImport: {
      'src/shared': 'exhaustive switches',
      'src/shared/locales': { types: 'how numbers are written' },
    },
    packages: ['i18next'],
  },
  {
    path: 'src/shared/differences',
    holds: 'What differs between answers, as sent over the wire, and its limits.',
    mayImport: {
      'src/shared': { types: 'ids' },
    },
  },
  {
    path: 'src/shared/locales',
    holds: 'Every text, in each language.',
    packages: ['i18next'],
  },
  {
    path: 'src/shared/failures',
    holds: 'Errors by code, reason and parameters, and their text in any language.',
    mayImport: {
      'src/shared': 'the error class and its codes',
      'src/shared/locales': 'the texts',
      'src/shared/models': 'advice depends on where an address leads',
    },
    packages: ['i18next'],
  },
  {
    path: 'src/shared/models',
    holds: 'Models, provider presets, addresses of an API.',
    mayImport: {
      'src/shared': { types: 'errors, ids, invariant' },
      'src/shared/agents': 'agent types',
      'src/shared/sessions': { types: 'parameters of models' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/shared/sessions',
    holds: 'Sessions, messages, attachments, prompts, reasons for an end.',
    mayImport: {
      'src/shared': 'errors, ids, invariant',
      'src/shared/agents': 'kinds of tools, changes, plans',
      'src/shared/knowledge': 'what an answer had from files',
      'src/shared/locales': { types: 'texts of end reasons are in the catalogue' },
      'src/shared/text': 'estimates tokens',
      'src/shared/tools': { types: 'the tools of a chat or pane' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/shared/projects',
    holds: 'Projects, and how their instructions combine with a system prompt.',
    mayImport: {
      'src/shared': { types: 'ids' },
      'src/shared/sessions': { types: 'settings of a model' },
      'src/shared/tools': { types: 'the tools of new chats' },
    },
  },
  {
    path: 'src/shared/knowledge',
    holds: 'The knowledge of projects: files, their states, and how much of them a request contains.',
    mayImport: { 'src/shared': { types: 'ids' } },
    packages: ['zod'],
  },
  {
    path: 'src/shared/store',
    holds: 'Notices, snapshots, import and export, as sent over the wire.',
    mayImport: {
      'src/shared': 'errors, ids, invariant',
      'src/shared/app': { types: 'exports include settings' },
      'src/shared/models': { types: 'exports include what is set for models' },
      'src/shared/failures': 'notices include errors',
      'src/shared/locales': { types: 'texts of import reasons are in the catalogue' },
    },
    packages: ['i18next'],
  },
  {
    path: 'src/shared/votes',
    holds: 'Votes on answers, and what they compare.',
    mayImport: {
      'src/shared': { types: 'ids' },
      'src/shared/ranking': { types: 'the ranking by the stored votes' },
      'src/shared/sessions': { types: 'parameters of models' },
    },
  },
  {
    path: 'src/shared/spending',
    holds: 'What requests have cost, and limits of spending.',
  },
  {
    path: 'src/shared/sets',
    holds: 'Prompt sets, their checks, runs and results.',
    mayImport: {
      'src/shared': { types: 'errors, ids' },
      'src/shared/agents': { types: 'how an agent works' },
      'src/shared/differences': { types: 'verdicts on rows of the differences' },
      'src/shared/sessions': { types: 'usage and parameters of models' },
      'src/shared/votes': { types: 'votes on answers' },
    },
  },
  {
    path: 'src/shared/runs',
    holds: 'Events of a run and how they add up to an answer.',
    mayImport: {
      'src/shared': 'errors, ids, invariant',
      'src/shared/agents': 'agent types',
      'src/shared/failures': 'notices have an English text',
      'src/shared/models': 'tells agents from models',
      'src/shared/sessions': 'messages',
      'src/shared/tools': 'what an approval is about',
    },
    packages: ['i18next', 'zod'],
  },
  {
    path: 'src/shared/rpc',
    holds: 'The public wire contract: routes, streams, frames, limits.',
    mayImport: {
      'src/shared/differences': 'how many answers can be compared',
      'src/shared/votes': 'votes and their bounds',
      'src/shared/spending': 'reports and limits of spending',
      'src/shared/sets': 'prompt sets and their bounds',
      'src/shared': 'errors, ids, invariant',
      'src/shared/agents': 'agent types',
      'src/shared/app': 'settings and health types',
      'src/shared/locales': 'the languages of exports',
      'src/shared/models': 'model references',
      'src/shared/knowledge': 'bounds of knowledge',
      'src/shared/projects': 'bounds and colours of projects',
      'src/shared/runs': { types: 'run events' },
      'src/shared/sessions': 'message and session types',
      'src/shared/store': 'types of notices and transfer, limits of an export',
      'src/shared/text': 'size limit of a text',
      'src/shared/tools': 'tools, servers, and bounds of both',
    },
    packages: ['zod'],
  },
]
