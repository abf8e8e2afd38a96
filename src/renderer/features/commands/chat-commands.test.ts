import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { PromptId, SessionId } from '../../../shared/ids'
import type { ModelInfo } from '../../../shared/models/models'
import { FakeEnvironment } from '../../testing/fake-parley'
import { sessionId, someMessages, someSession } from '../../testing/run-events'
import { noteAction } from '../../state/actions/action-list'
import { createAppState } from '../../state/app/app-state'
import { chatCommands } from './chat-commands'
import type { Command, CommandPlace } from './command'
import { completionsOf } from './complete-command'
import { readCommand } from './use-command-line'

const model = (id: string, name: string): ModelInfo => ({
  id,
  name,
  providerId: id.split('/')[0] ?? '',
  providerName: 'A provider',
  isScripted: false,
  isLocal: true,
})

function setUp(session: SessionId | null = sessionId) {
  const environment = new FakeEnvironment()
  const app = createAppState(environment, '')
  app.models.store.setState({
    models: [model('ollama/qwen', 'Qwen'), model('acme/qwen', 'Qwen'), model('acme/big', 'Big')],
  })
  const chosen: string[] = []
  const files: [string, string][] = []
  const place: CommandPlace = {
    app,
    sessionId: session,
    setModel: async (id) => {
      chosen.push(id)
      return null
    },
    saveFile: (name, content) => files.push([name, content]),
  }
  return { app, parley: environment.parley, place, chosen, files }
}

function commandOf(name: string): Command {
  const command = chatCommands.find((known) => known.name === name)
  if (command === undefined) throw new Error(`no command ${name}`)
  return command
}

/** How a text is parsed: a command with its argument, or another kind. */
function kinds(text: string): string[] {
  const read = readCommand(text, chatCommands)
  return read.kind === 'command' ? [read.command.name, read.argument] : [read.kind]
}

test('recognizes only known commands and treats other text with a slash as a message', () => {
  expect(kinds('/undo')).toEqual(['undo', ''])
  expect(kinds('/Model  ollama/qwen \n')).toEqual(['model', 'ollama/qwen'])
  expect(kinds('/foo and so on')).toEqual(['unknown'])
  expect(kinds('/new idea: a boat')).toEqual(['surplus'])
  expect(kinds('/etc/hosts is empty')).toEqual(['message'])
  expect(kinds('/ alone')).toEqual(['message'])
  expect(kinds(' /undo')).toEqual(['message'])
  expect(readCommand('//undo', chatCommands)).toEqual({ kind: 'message', text: '/undo' })
})

test('completes names from their start and arguments from any of their words', () => {
  const { place } = setUp()
  const labels = (text: string) => completionsOf(text, chatCommands, place)?.map(({ label }) => label) ?? null
  expect(labels('/')).toEqual(chatCommands.map(({ name }) => `/${name}`))
  expect(labels('/U')).toEqual(['/usage', '/undo'])
  expect(labels('/xyz')).toEqual([])
  expect(labels('/model QWEN acme')).toEqual(['acme/qwen'])
  expect(labels('/export ')).toEqual(['json', 'markdown', 'html'])
  expect(labels('/undo ')).toBeNull()
  expect(labels('//')).toBeNull()
  expect(labels('a /')).toBeNull()
  expect(labels('/model a\nb')).toBeNull()
})

const prompt = (id: string, name: string) => ({ id: id as PromptId, name, text: `The ${name}`, updatedAt: 1 })

test('offers what was used last first, saved prompts by name, and never first what changes the chat', () => {
  const { app, place } = setUp()
  app.prompts.store.setState({ prompts: [prompt('p1', 'Plain words'), prompt('p2', 'Re\u202eview it')] })
  const labels = (text: string) => completionsOf(text, chatCommands, place)?.map(({ label }) => label)
  expect(labels('/')?.slice(-5)).toEqual(['Plain words', 'Re⟨U+202E⟩view it', '/compact', '/retry', '/undo'])
  for (const used of ['undo', '/usage', 'prompt:p2']) noteAction(app.environment.storage, used)
  expect(labels('/')?.slice(0, 3)).toEqual(['Re⟨U+202E⟩view it', '/usage', '/status'])
  expect(labels('/')?.at(-1)).toBe('/undo')
  expect(labels('/plain wor')).toEqual(['Plain words'])
  expect(labels('/words')).toEqual(['Plain words'])
  expect(completionsOf('/plain', chatCommands, place)).toMatchObject([
    { text: '/prompt Plain words', prompt: { id: 'p1' } },
  ])
  expect(labels('/etc/hosts')).toBeUndefined()
})

test('gives the reason why a command is unavailable in a new chat, and offers no arguments', async () => {
  const { place, parley } = setUp(null)
  const whys = chatCommands.map((command) => [command.name, command.disabledReason(place) === null])
  expect(whys.filter(([, canRun]) => canRun === true).map(([name]) => name)).toEqual([
    'new',
    'model',
    'compare',
    'prompt',
    'prompts',
    'help',
  ])
  expect(completionsOf('/export ', chatCommands, place)).toBeNull()
  expect(await commandOf('undo').run(place, '')).toMatchObject({ kind: 'refused' })
  expect(parley.calls).toEqual([])
})

test('/model accepts an id, or a unique name', async () => {
  const { place, chosen } = setUp()
  const { run } = commandOf('model')
  expect(await run(place, 'big')).toEqual({ kind: 'done' })
  expect(await run(place, 'OLLAMA/qwen')).toEqual({ kind: 'done' })
  expect(await run(place, 'Qwen')).toMatchObject({ kind: 'refused' })
  expect(await run(place, 'none')).toMatchObject({ kind: 'refused' })
  expect(await run(place, '')).toMatchObject({ kind: 'refused' })
  expect(chosen).toEqual(['acme/big', 'ollama/qwen'])
})

test('/compare adds the last question once and keeps the existing draft', async () => {
  const { app, place, parley } = setUp()
  const hidden = { ...someMessages(1, 3)[0], hidden: true }
  parley.answers['sessions.get'] = () => ({
    session: someSession(),
    messages: [...someMessages(2), hidden as ReturnType<typeof someMessages>[number]],
    hasMore: false,
    hasNewer: false,
    versions: {},
    continuations: [],
  })
  const { run } = commandOf('compare')
  await run(place, '')
  await run(place, '')
  expect(app.drafts.store.getState().byPlace['compare:new']).toBe('text 1')
  expect(app.navigation.getState().view).toEqual({ kind: 'compare', comparisonId: null })
  app.drafts.set('compare:new', 'begun')
  await run(place, '')
  expect(app.drafts.store.getState().byPlace['compare:new']).toBe('text 1\n\nbegun')
})

test('/export saves the file from main and lists the formats', async () => {
  const { place, parley, files } = setUp()
  parley.answers['sessions.export'] = ({ format }) => ({ fileName: `a.${format}`, content: 'all of it' })
  expect(await commandOf('export').run(place, 'Markdown')).toEqual({ kind: 'done' })
  expect(files).toEqual([['a.markdown', 'all of it']])
  expect(await commandOf('export').run(place, 'pdf')).toMatchObject({ kind: 'refused' })
})

test('returns a refusal from main instead of throwing', async () => {
  const { place, parley } = setUp()
  parley.answers['sessions.usage'] = () => {
    throw new ParleyError('NOT_FOUND', 'gone')
  }
  expect(await commandOf('usage').run(place, '')).toEqual({
    kind: 'refused',
    refusal: { code: 'NOT_FOUND', message: 'gone' },
  })
})
