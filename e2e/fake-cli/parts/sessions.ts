import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FakeAgent } from './agent-home.ts'
import { sessionFolder } from './agent-home.ts'

/** A session of an agent, as stored for the next process. */
export interface AgentSession {
  id: string
  agent: FakeAgent
  messages: { role: 'user' | 'assistant'; text: string }[]
}

/** A session that is not stored until it has a message. */
export function newSession(agent: FakeAgent): AgentSession {
  const id = agent === 'opencode' ? `ses_${randomBytes(12).toString('hex')}` : randomUUID()
  return { id, agent, messages: [] }
}

/** @returns null if there is no session with that id */
export function loadSession(agent: FakeAgent, id: string): AgentSession | null {
  const file = fileOf(agent, id)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AgentSession) : null
}

/** Adds a message to a session, and stores it. */
export function addMessage(session: AgentSession, role: 'user' | 'assistant', text: string): void {
  session.messages.push({ role, text })
  saveSession(session)
}

export function saveSession(session: AgentSession): void {
  writeFileSync(fileOf(session.agent, session.id), JSON.stringify(session))
}

export function countUserMessages(session: AgentSession): number {
  return session.messages.filter((message) => message.role === 'user').length
}

function fileOf(agent: FakeAgent, id: string): string {
  return join(sessionFolder(agent), `${id.replaceAll(/[^\w-]/g, '_')}.json`)
}
