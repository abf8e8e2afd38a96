import type { AgentId } from '../../shared/agents/agents'

/** The user's settings for an agent, which override what Parley finds itself. */
export interface AgentSetup {
  /** The full path; null uses the program that Parley finds. */
  executable: string | null
  /** The server that the agent uses; null for its default. */
  baseUrl: string | null
  /** Environment variables for the agent. They may hold keys. */
  environment: Readonly<Record<string, string>>
}

/** The saved form of these settings: values of variables are stored separately, encrypted. */
export interface SavedAgent {
  id: AgentId
  executable: string | null
  baseUrl: string | null
  variables: string[]
  /** Variables that have their values in Parley's own environment whenever the agent starts. */
  passed?: string[] | undefined
}

/** A folder in which an agent has the permission `unlimited`. */
export interface UnlimitedFolder {
  agentId: AgentId
  folder: string
}
