import type {
  RouteInput,
  RouteName,
  RouteOutput,
  StreamEvent,
  StreamInput,
  StreamName,
} from '../../shared/rpc/contract'
import type { StreamEnd } from '../../shared/rpc/frames'

/**
 * Receives the events of a stream. Those in transit still arrive after `close()`, followed by exactly one `onEnd`. If
 * the connection is lost, `onEnd` is called at once with `disconnected`.
 */
export interface StreamObserver<Event> {
  onEvents(events: Event[]): void
  onEnd(end: StreamEnd): void
}

/** A stream that is open. */
export interface OpenStream {
  /** Ends the stream at its source. `onEnd` is called when the source has ended. */
  close(): void
}

/** `window.parley`: the renderer's only access to main, the same in both hosts. */
export interface ParleyApi {
  /**
   * Calls a route. Without a connection, it waits up to 5 s for one.
   * @throws ParleyError with main's error code; `CANCELLED` also when it was aborted, when the connection was lost
   * before the answer, or when there was none
   */
  invoke<Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
    options?: { signal?: AbortSignal },
  ): Promise<RouteOutput<Name>>
  open<Name extends StreamName>(
    stream: Name,
    input: StreamInput<Name>,
    observer: StreamObserver<StreamEvent<Name>>,
  ): OpenStream
}
