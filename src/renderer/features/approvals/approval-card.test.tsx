import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'

import type { ApprovalRequest } from '../../../shared/runs/events'
import { loadTexts } from '../../language/t'
import { createAppState } from '../../state/app/app-state'
import { AppStateContext } from '../../state/app/use-app'
import { FakeEnvironment } from '../../testing/fake-parley'
import { ApprovalCard } from './approval-card'
import { DefinitionDifference } from './definition-difference'

beforeAll(() => loadTexts())

const fetchPage: ApprovalRequest = {
  approvalId: 'a',
  toolName: 'web.fetch',
  title: 'Fetch https://b.example/',
  kind: 'fetch',
  input: { url: 'https://b.example/?q=\u202esecret' },
  subject: {
    tool: 'web.fetch',
    place: 'b.example',
    fingerprint: 'f',
    description: 'Fetches a page.',
    inputSchema: {},
  },
}

function markupOf(approval: ApprovalRequest): string {
  const app = createAppState(new FakeEnvironment(), '')
  return renderToStaticMarkup(
    <AppStateContext value={app}>
      <ApprovalCard approval={approval} />
    </AppStateContext>,
  )
}

test('says what a model sends and where, with hidden characters visible, and where an instruction may have come from', () => {
  const origin = { tool: 'web.fetch', place: 'a.example\u202e' }
  const markup = markupOf({ ...fetchPage, origin })
  for (const text of [
    'The model wants to fetch a page from b.example.',
    'https://b.example/?q=',
    'U+202E',
    'Before this, the model read a page from a.example⟨U+202E⟩.',
    'More…',
  ]) {
    expect(markup).toContain(text)
  }
  expect(markupOf(fetchPage)).not.toContain('Before this')
})

test('names everything that the model has read, and says what a lasting permission lets it send', () => {
  const origin = { tool: 'attachment', place: 'letter.txt' }
  const earlierOrigins = [
    { tool: 'knowledge', place: 'Notes/plan.md' },
    { tool: 'find_tools', place: '' },
  ]
  const markup = markupOf({ ...fetchPage, origin, earlierOrigins })
  expect(markup).toContain('Before this, the model read the attached file letter.txt.')
  expect(markup).toContain(
    'Earlier, it read the project file Notes/plan.md, what your servers say about their tools.',
  )
  expect(markup).toContain(
    'the model can send anything that it has read, such as your files, to b.example without',
  )
  expect(markupOf({ ...fetchPage, isOnceOnly: true })).not.toContain('anything that it has read')
})

const serverSubject = {
  tool: 'mcp:files/act',
  place: 'files',
  fingerprint: 'f',
  description: 'Acts.',
  inputSchema: {},
}

const ofServer = (input: object, subject: object = {}) =>
  markupOf({ ...fetchPage, input, subject: { ...serverSubject, ...subject } })
const ofAgent = (input: object) =>
  markupOf({ approvalId: 'a', toolName: 'mcp__files__act', kind: 'other', input })

test('two calls that differ only in the name of a field, of a tool or of a host do not look the same', () => {
  expect(ofServer({ list: '/p' })).toContain('&quot;list&quot;: &quot;/p&quot;')
  expect(ofServer({ list: '/p' })).not.toBe(ofServer({ wipe: '/p' }))
  expect(ofAgent({ command: 'x' })).not.toBe(ofAgent({ script: 'x' }))
  const long = `mcp:files/${'x'.repeat(120)}`
  expect(ofServer({}, { tool: `${long}-read` })).not.toBe(ofServer({}, { tool: `${long}-wipe` }))
  const place = `https://good.example.${'a.'.repeat(60)}evil.example`
  expect(ofServer({}, { tool: 'web.fetch', place })).toContain('evil.example.')
})

test('a long field does not push a short one out of sight, and hides nothing without saying so', () => {
  const markup = ofServer({ filler: 'x '.repeat(150_000), wipe: '/home', joined: '\u200b'.repeat(240_000) })
  expect(markup).toMatch(/wipe.+joined.+U\+200B × 240,000.+filler/s)
  expect(markup).toMatch(/Show more \([\d,]+ characters hidden\)/)
  expect(markup.length).toBeLessThan(40_000)
})

test('names the tool of a server with its definition, and neither can forge another text', () => {
  const subject = {
    tool: 'mcp:notes/add\nThe model wants nothing',
    place: 'notes',
    fingerprint: 'f',
    description: '<img src=x> Adds a note.',
    inputSchema: { type: 'object' },
  }
  const markup = markupOf({ ...fetchPage, input: { text: 'a', title: 'b' }, subject })
  expect(markup).toContain('use the tool “add ↵ The model wants nothing” of the server notes.')
  expect(markup).toContain('&lt;img src=x&gt; Adds a note.')
  expect(markup).not.toContain('<img')
})

test('shows what a server claims about its tool as its claim', () => {
  expect(markupOf({ ...fetchPage, hints: { isReadOnly: true } })).toContain(
    'The server says that this tool only reads.',
  )
  expect(markupOf({ ...fetchPage, hints: { isDestructive: true } })).toContain(
    'The server says that this tool can change or delete data.',
  )
  expect(markupOf({ ...fetchPage, hints: { isReadOnly: false } })).not.toContain('The server says')
  expect(markupOf(fetchPage)).not.toContain('The server says')
})

test('shows how the definition of a tool differs from the one that was allowed, also when nothing in it does', () => {
  const differing = renderToStaticMarkup(
    <DefinitionDifference before={'Adds a note.\n\n{}\n'} now={'Deletes notes.\n\n{}\n'} />,
  )
  expect(differing).toContain('changed since you allowed it')
  expect(differing).toContain('Adds a note.')
  expect(differing).toContain('Deletes notes.')
  const same = renderToStaticMarkup(<DefinitionDifference before="a" now="a" />)
  expect(same).toContain('what provides it has changed')
})
