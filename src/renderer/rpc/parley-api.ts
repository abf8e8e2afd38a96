import type {
  RouteInput,
  RouteName,
  RouteOutput,
  StreamEvent,
  StreamInput,
  StreamName,
} from '../../shared/rpc/contract'
import type { StreamEnd } from '../../shared/rpc/frames'

/** What a caller of `open` is told. `onEnd` comes exactly once, also after `close()`. */
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
  /** Calls a route. @throws ParleyError with the code that main answered; aborting rejects with `CANCELLED`. */
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
