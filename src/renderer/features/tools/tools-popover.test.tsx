import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'

import { failureData } from '../../../shared/failures/failure'
import type { ModelInfo } from '../../../shared/models/models'
import { loadTexts } from '../../language/t'
import type { ListedTool } from '../../state/tools/tools'
import { supportOf } from './tool-support'
import { ToolTotals } from './tools-popover'

beforeAll(() => loadTexts())

const gemini: ModelInfo = {
  id: 'google/gemini',
  providerId: 'google',
  providerName: 'Google',
  name: 'Gemini',
  isScripted: false,
  isLocal: false,
  facts: { searchesAlone: true },
}
const tool = (name: string, more: Partial<ListedTool> = {}): ListedTool => ({
  name,
  title: name,
  description: '',
  kind: 'other',
  isEnabled: false,
  tokens: 10,
  ...more,
})
const ownSearch = tool('web.search', { problem: failureData('INVALID_INPUT', 'search-none') })
const noFolder = tool('files.read', { problem: failureData('INVALID_INPUT', 'tool-folder-none') })

function said(enabled: string[], tools = [ownSearch, noFolder, tool('web.fetch')]): string {
  const support = supportOf([gemini], [{ model: gemini.id }])
  return renderToStaticMarkup(<ToolTotals tools={tools} choices={[enabled]} support={support} />)
}

test('says that Gemini does not search beside other tools, only where that is so', () => {
  const words = 'Gemini cannot search the web while other tools are on.'
  expect(said(['web.search', 'web.fetch'])).toContain(words)
  expect(said(['web.search'])).not.toContain(words)
  expect(said(['web.fetch'])).not.toContain(words)
  expect(said(['web.search', 'files.read'])).not.toContain(words)
  expect(said(['web.search', 'web.fetch'], [tool('web.search'), tool('web.fetch')])).not.toContain(words)
})
