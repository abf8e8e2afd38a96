import type { AgentId } from '../../shared/agents/agents'

/** What the user set for an agent in place of what is found and taken by itself. */
export interface AgentSetup {
  /** In full; null is the one that is found. */
  executable: string | null
  /** The server that it is pointed to; null for its own. */
  baseUrl: string | null
  /** Variables that it is given. They may hold keys. */
  environment: Readonly<Record<string, string>>
}

/** The same as it is saved: what the variables hold is kept apart, encrypted. */
export interface SavedAgent {
  id: AgentId
  executable: string | null
  baseUrl: string | null
  variables: string[]
}

/** A folder in which an agent may do everything. */
export interface UnlimitedFolder {
  agentId: AgentId
  folder: string
}
