import { createParleyClient } from '../../../renderer/rpc/client'
import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import type { ServerFrame } from '../../../shared/rpc/frames'
import type { App } from '../../composition/create-app'
import { preparedFrame } from '../transport/prepared-answer'
import { createMemoryPair } from './memory-pair'

/** A frame that main sent, as text, and when. */
export interface RecordedFrame {
  /** The events of a batch. */
  events: readonly unknown[]
  text: string
  /** Milliseconds since the epoch, with fractions. */
  at: number
}

/** A client of the app, and every frame that it receives. */
export function connectRecorded(app: App): {
  parley: ParleyApi
  frames: RecordedFrame[]
  disconnect: () => void
} {
  const { transport, wire, disconnect } = createMemoryPair()
  const frames: RecordedFrame[] = []
  app.connect({
    ...transport,
    send(frame) {
      const prepared = preparedFrame(frame)
      const text = prepared === null ? JSON.stringify(frame) : new TextDecoder().decode(prepared.json)
      frames.push({ events: eventsIn(frame), text, at: performance.timeOrigin + performance.now() })
      transport.send(frame)
    },
  })
  return { parley: createParleyClient(wire), frames, disconnect }
}

function eventsIn(frame: ServerFrame): readonly unknown[] {
  return frame.type === 'batch' ? structuredClone(frame.events) : []
}
