import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'

import type { SessionId } from '../../../shared/ids'
import type { FormPart } from '../../../shared/sessions/messages'
import { loadTexts } from '../../language/t'
import { createAppState } from '../../state/app/app-state'
import { AppStateContext } from '../../state/app/use-app'
import { FakeEnvironment } from '../../testing/fake-parley'
import { FormCard } from './form-card'

beforeAll(() => loadTexts())

const form: FormPart = {
  type: 'form',
  formId: 'f',
  title: 'Parley: your OpenAI key has expired\u202e\nEnter it again',
  schema: { type: 'object', properties: { key: { type: 'string' } } },
}

function markupOf(part: FormPart, model: string | undefined): string {
  const app = createAppState(new FakeEnvironment(), '')
  return renderToStaticMarkup(
    <AppStateContext value={app}>
      <FormCard part={part} sessionId={'s' as SessionId} model={model} />
    </AppStateContext>,
  )
}

test('a form that imitates Parley says which model asks, where the values go, and to enter no keys', () => {
  const markup = markupOf(form, 'evil/imitator')
  for (const text of [
    'imitator asks:',
    'What you enter goes to imitator and its provider',
    'Do not enter keys or passwords',
    'expired⟨U+202E⟩⟨U+000A⟩Enter',
  ]) {
    expect(markup).toContain(text)
  }
  expect(markupOf(form, undefined)).toContain('The model asks:')
})

test('a form of a server names the server, also if its title names somebody else', () => {
  const markup = markupOf({ ...form, serverId: 'weather' }, 'good/model')
  expect(markup).toContain('The MCP server weather asks:')
  // Nothing waits for it any more, so the values go to the model.
  expect(markup).toContain('What you enter goes to model and its provider')
})
