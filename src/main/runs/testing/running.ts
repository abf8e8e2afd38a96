import { ParleyError } from '../../../shared/errors'
import { createRunHarness } from './run-harness'
import { ScriptedSource } from './scripted-source'

/** A run manager with a source that the test controls, and one chat. */
export function running(options: ConstructorParameters<typeof ScriptedSource>[0] = {}) {
  const source = new ScriptedSource(options)
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const send = (text = 'Hi', whenBusy: 'reject' | 'replace' = 'reject') =>
    harness.manager.send({ sessionId, text, whenBusy })
  return { source, harness, sessionId, send }
}

/** The error of the store while the disk is full. */
export const storeFull = new ParleyError('STORE_FULL', 'The disk is full.')
