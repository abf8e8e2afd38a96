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
 * What a caller of `open` is told. Events that were under way still come after `close()`, and then `onEnd`, exactly
 * once. When the connection is lost `onEnd` comes at once, as `disconnected`.
 */
export interface StreamObserver<Event> {
  onEvents(events: Event[]): void
  onEnd(end: StreamEnd): void
}

export interface OpenStream {
  /** Ends the stream at its source. `onEnd` still comes, when the source has ended. */
  close(): void
}

/** `window.parley`: the renderer's whole world, the same in both hosts. */
export interface ParleyApi {
  /**
   * Calls a route. Without a connection it waits for one, up to 5 s.
   * @throws ParleyError with the code that main answered; `CANCELLED` also when it was aborted, when the
   * connection was lost before the answer, or when there was none
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
