import type { RunContext } from './run-source'

/** The context of a run that no user can see: forms are declined, and no tool may act. */
export function unattendedContext(signal: AbortSignal): RunContext {
  return {
    signal,
    onUpstreamOpened: () => {},
    onUpstreamClosed: () => {},
    requestForm: () => Promise.resolve(null),
    requestApproval: () => Promise.resolve('deny'),
    saveAgentSession: () => {},
  }
}
