import type { Comparison, Pane } from '../../../shared/sessions/sessions'

/** What main sends of a hidden pane. */
type SentPane = Pick<Pane, 'paneId' | 'sessionId' | 'position'> & Partial<Pane>

/** The comparison with an empty model, no parameters and no system prompt in panes whose contestant is hidden. */
export function withHiddenPanes(comparison: Comparison): Comparison {
  const sent: readonly SentPane[] = comparison.panes
  const panes = sent.map((pane) => ({ model: '', params: {}, systemPrompt: null, ...pane }))
  return { ...comparison, panes }
}
