import type { Module } from '../check-modules.ts'

/** Everything that answers, and the tools that it uses: providers, agents and MCP servers. */
export const answeringModules: readonly Module[] = [
  {
    path: 'src/main/agents',
    holds: 'interfaces: agent, its process, its route',
    mayImport: {
      'src/main/run-source': { types: 'the interface of sources' },
    },
  },
  {
    path: 'src/main/providers',
    holds: 'the interface of a provider',
    mayImport: {
      'src/main/run-source': { types: 'the interface of sources' },
    },
  },
  {
    path: 'src/main/providers/http',
    holds: 'one connection per request, failures',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
    },
  },
  {
    path: 'src/main/agents/profiles',
    holds: 'how agents differ',
    mayImport: {
      'src/main/agents': { types: 'type of a profile' },
    },
  },
  {
    path: 'src/main/agents/supervisor',
    holds: 'starts and ends processes; processes/ reads each system’s table',
    mayImport: {
      'src/main/agents': { types: 'interfaces of agents' },
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
    },
  },
  {
    path: 'src/main/agents/commands',
    holds: 'runs the user’s command to its end',
    mayImport: {
      'src/main/agents': { types: 'interfaces of agents' },
      'src/main/agents/supervisor': 'keeps the end of an output',
      'src/main/base': 'clock, disposables, ids, log, files, threads',
    },
  },
  {
    path: 'src/main/providers/answer',
    holds: 'reads streams into events',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/providers/http': 'sends requests, classifies failures',
      'src/main/run-source': 'the interface of sources',
    },
  },
  {
    path: 'src/main/providers/demo',
    holds: 'the scripted provider',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/providers': { types: 'implements the Provider interface' },
      'src/main/run-source': { types: 'the interface of sources' },
    },
  },
  {
    path: 'src/main/providers/facts',
    holds: 'sizes and prices of models',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/providers/http': 'isLoopback: a server on this machine costs nothing',
      'src/main/run-source': 'what an answer cost',
    },
    packages: ['@pydantic/genai-prices'],
  },
  {
    path: 'src/main/providers/retry',
    holds: 'repeats requests that failed before any output',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/providers': { types: 'implements the Provider interface' },
      'src/main/providers/http': 'sends requests, classifies failures',
      'src/main/run-source': { types: 'the interface of sources' },
    },
  },
  {
    path: 'src/main/tools/web',
    holds: 'fetches pages, searches the web',
    mayImport: {
      'src/main/base': 'clock, text encodings, jobs of threads',
      'src/main/model-setup': { types: 'the search provider that is set up' },
      'src/main/providers/http': 'one connection per request, failures',
      'src/main/tools': 'the interface of a tool, checks of its input',
    },
    packages: ['@mozilla/readability', 'linkedom', 'zod'],
  },
  {
    path: 'src/main/agents/registry',
    holds: 'finds agents, makes their requests',
    mayImport: {
      'src/main/agents': 'interfaces of agents',
      'src/main/agents/supervisor': 'variables allowed in an agent’s environment',
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/model-setup': { types: 'types of the user’s settings' },
      'src/main/run-source': 'the interface of sources',
    },
  },
  {
    path: 'src/main/agents/turns',
    holds: 'what both routes share: failures, lines of output and their content, what is unknown in them',
    mayImport: {
      'src/main/agents': { types: 'interfaces of agents' },
      'src/main/agents/profiles': 'what differs by agent',
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/run-source': { types: 'the interface of sources' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/providers/language-model',
    holds: 'runs one answer of any model',
    mayImport: {
      'src/main/base': { types: 'clock, disposables, ids, log, files, threads' },
      'src/main/providers/answer': 'reads the stream',
      'src/main/providers/http': 'sends requests, classifies failures',
      'src/main/run-source': 'the interface of sources',
    },
  },
  {
    path: 'src/main/agents/acp',
    holds: 'the route by the Agent Client Protocol',
    mayImport: {
      'src/main/agents': { types: 'interfaces of agents' },
      'src/main/agents/profiles': 'what differs by agent',
      'src/main/agents/turns': 'failures, changed files, lines',
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/run-source': { types: 'the interface of sources' },
    },
    packages: ['@agentclientprotocol/sdk', 'zod'],
  },
  {
    path: 'src/main/agents/json-lines',
    holds: 'the route by printed lines',
    mayImport: {
      'src/main/agents': { types: 'interfaces of agents' },
      'src/main/agents/profiles': 'what differs by agent',
      'src/main/agents/turns': 'failures, changed files, lines',
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
      'src/main/run-source': { types: 'the interface of sources' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/agents/workspaces',
    holds: 'folders that agents work in',
    mayImport: {
      'src/main/agents/registry': 'where programs are searched for',
      'src/main/agents/supervisor': 'variables allowed in an agent’s environment',
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/errors': { types: 'reports errors that no caller can handle' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/providers/anthropic',
    holds: 'the family Anthropic',
    mayImport: {
      'src/main/providers': { types: 'implements the Provider interface' },
      'src/main/providers/answer': 'turns a stream into events',
      'src/main/providers/http': 'sends requests, classifies failures',
      'src/main/providers/language-model': 'is run as a language model',
      'src/main/run-source': 'the interface of sources',
    },
    packages: ['@anthropic-ai/sdk', 'zod'],
  },
  {
    path: 'src/main/providers/google',
    holds: 'the family Google',
    mayImport: {
      'src/main/providers': { types: 'implements the Provider interface' },
      'src/main/providers/answer': 'turns a stream into events',
      'src/main/providers/http': 'sends requests, classifies failures',
      'src/main/providers/language-model': 'is run as a language model',
      'src/main/run-source': 'the interface of sources',
    },
    packages: ['@google/genai', 'zod'],
  },
  {
    path: 'src/main/providers/openai-compatible',
    holds: 'the family of Chat Completions',
    mayImport: {
      'src/main/providers': { types: 'implements the Provider interface' },
      'src/main/providers/answer': 'turns a stream into events',
      'src/main/providers/http': 'sends requests, classifies failures',
      'src/main/providers/language-model': 'is run as a language model',
      'src/main/run-source': 'the interface of sources',
    },
    packages: ['openai', 'zod'],
  },
  {
    path: 'src/main/providers/openai',
    holds: 'the family OpenAI (Responses)',
    mayImport: {
      'src/main/providers': { types: 'implements the Provider interface' },
      'src/main/providers/answer': 'turns a stream into events',
      'src/main/providers/language-model': 'is run as a language model',
      'src/main/providers/openai-compatible': 'same format of the model list',
      'src/main/run-source': { types: 'the interface of sources' },
    },
    packages: ['openai'],
  },
  {
    path: 'src/main/tools',
    holds: 'the interface of tools for models, and what each of them needs',
    mayImport: {
      'src/main/base': 'hashes',
      'src/main/run-source': { types: 'the run that a call belongs to' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/tools/files',
    holds:
      'files.*: tools for the files of a chosen folder; jobs/ runs in threads, places/ keeps to the folder',
    mayImport: {
      'src/main/auto-run-files': 'edits of such files always have to be decided',
      'src/main/base': 'clock, files, threads',
      'src/main/tools': 'the interface of a tool',
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/tools/code',
    holds: 'code.run: JavaScript in an engine of its own',
    mayImport: {
      'src/main/base': { types: 'threads' },
      'src/main/tools': 'the interface of a tool',
    },
    packages: ['@jitl/quickjs-singlefile-mjs-release-sync', 'quickjs-emscripten-core', 'zod'],
  },
  {
    path: 'src/main/tools/asking',
    holds: 'ask_user: a form for the user',
    mayImport: {
      'src/main/base': { types: 'ids' },
      'src/main/tools': 'the interface of a tool',
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/providers/registry',
    holds: 'all providers, discovery, model lists',
    mayImport: {
      'src/main/base': 'clock, disposables, ids, log, files, threads',
      'src/main/model-setup': 'types of the user’s settings',
      'src/main/providers': { types: 'implements the Provider interface' },
      'src/main/providers/anthropic': 'a family',
      'src/main/providers/demo': 'the scripted provider',
      'src/main/providers/google': 'a family',
      'src/main/providers/http': 'sends requests, classifies failures',
      'src/main/providers/language-model': 'type of an endpoint, memory of refusals',
      'src/main/providers/openai': 'a family',
      'src/main/providers/openai-compatible': 'a family',
      'src/main/providers/retry': 'retries around a family',
      'src/main/run-source': { types: 'how a provider’s own search can be used' },
    },
    packages: ['zod'],
  },
  {
    path: 'src/main/tools/loop',
    holds: 'executes the calls of a model and asks it again',
    mayImport: {
      'src/main/base': 'clock, the type of images',
      'src/main/run-source': 'the interface of sources, names of tools in requests',
      'src/main/tools': { types: 'the interface of a tool' },
    },
  },
  {
    path: 'src/main/tools/servers',
    holds: 'MCP servers: their processes and connections, tools, prompts and resources',
    mayImport: {
      'src/main/agents': { types: 'supervised processes' },
      'src/main/base': 'clock, deadlines, files, redaction',
      'src/main/model-setup': { types: 'types of the user’s settings' },
      'src/main/platform': { types: 'types of the host' },
      'src/main/providers/http': 'one connection per request, failures',
      'src/main/settings': 'the user’s servers, variables in confirmations',
      'src/main/tools': 'the interface of tools, what a permission covers',
      'src/main/tools/web': 'which addresses are public',
    },
    packages: ['@modelcontextprotocol/client', 'yauzl', 'zod'],
  },
]
