import { expect, test } from 'vitest'

import { textsOf } from '../locales/all/texts-of'
import { type AgentNotice, agentNotice, agentNoticeText } from './agent-notice'

const notices: AgentNotice[] = [
  { reason: 'folder-settings', providerName: 'Gemini CLI', file: '.gemini/settings.json' },
  { reason: 'started-over' },
  { reason: 'session-lost' },
  { reason: 'no-images', providerName: 'OpenCode' },
  { reason: 'partly-unreadable', providerName: 'Codex' },
  { reason: 'session-too-new', providerName: 'Gemini CLI', seconds: 1 },
  { reason: 'session-too-new', providerName: 'Gemini CLI', seconds: 15 },
  { reason: 'tools-unsupported' },
]

test('each notice has a text with all its values in every language', () => {
  const t = textsOf('de')
  for (const about of notices) {
    const { message } = agentNotice(about)
    const translated = agentNoticeText(about, t)
    expect(translated).not.toBe(message)
    for (const text of [message, translated]) {
      expect(text).not.toMatch(/\{\{|\}\}|agentNotice/)
      for (const value of Object.values(about))
        if (value !== about.reason) expect(text).toContain(String(value))
    }
  }
})
