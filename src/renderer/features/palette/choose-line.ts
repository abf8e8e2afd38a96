import { assertNever } from '../../../shared/invariant'
import { noteAction } from '../../state/actions/recent-actions'
import type { AppState } from '../../state/app/app-state'
import { draftForChat } from '../../state/drafts/draft-places'
import { readMention } from '../commands/model-mention'
import { viewOfEntry } from '../../state/session-list/session-entry'
import { focusComposer } from '../../keyboard/focus-targets'
import type { PaletteLine } from './palette-lines'

/** Runs a line of the palette, after the palette has closed and the focus is back where it was. */
export function chooseLine(app: AppState, line: PaletteLine): void {
  switch (line.kind) {
    case 'action':
      noteAction(app.environment.storage, line.id)
      line.action.run()
      return
    case 'entry':
      app.go(viewOfEntry(line.entry))
      return
    case 'model':
      if (line.how === 'here') askHere(app, line.model.id)
      else {
        app.suggestModel(line.model.id)
        app.actions.run('newChat')
      }
      return
    case 'search':
      app.actions.run('search')
      app.search.type(line.query)
      return
    default:
      assertNever(line)
  }
}

/** Inserts a mention of the model at the start of the draft, so that it answers this message. */
function askHere(app: AppState, modelId: string): void {
  const { view } = app.navigation.getState()
  if (view.kind !== 'chat' || view.sessionId === null) return
  const place = draftForChat(view.sessionId)
  const drafts = app.drafts.getState()
  const written = drafts.byPlace[place] ?? ''
  const text = readMention(written, app.models.getState().models)?.text ?? written
  drafts.set(place, `@${modelId} ${text}`)
  focusComposer()
}
