import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { RouteInput, RouteName, RouteOutput } from '../../../shared/rpc/contract'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from './use-app'

interface RequestOptions<Name extends RouteName> {
  /** The request is sent again when this changes, after the one that is under way. */
  reloadOn?: unknown
  /** Debounces the request: the input must stay the same for this long, for example while it is typed. */
  settlesAfterMs?: number
  /**
   * How long after an answer or a failure the request is sent again; null for never, as once nothing changes any more.
   * `data` is null after a failure.
   */
  repeatsAfterMs?: (data: RouteOutput<Name> | null) => number | null
}

interface Answer<Name extends RouteName> {
  /** The last answer; null before the first. */
  data: RouteOutput<Name> | null
  /** The input that `data` answers. */
  answered: RouteInput<Name> | null
  /** Why the last request failed; null if it did not. */
  error: ErrorData | null
}

interface Settled<Name extends RouteName> extends Answer<Name> {
  /** The input that was answered or refused last, as text; null before. */
  asked: string | null
}

interface Request<Name extends RouteName> extends Answer<Name> {
  /** `data` or `error` is about the current input. */
  isCurrent: boolean
  /** Sends the request again, and resolves once it is answered. */
  reload: () => Promise<void>
}

const nothing = { data: null, answered: null, error: null, asked: null }
const ignore = () => Promise.resolve()

/** Reads from main, and again when the input changes. A null input cancels the request. */
export function useRequest<Name extends RouteName>(
  route: Name,
  input: RouteInput<Name> | null,
  { reloadOn, settlesAfterMs, repeatsAfterMs }: RequestOptions<Name> = {},
): Request<Name> {
  const { environment } = useApp()
  const [answer, setAnswer] = useState<Settled<Name>>(nothing)
  // A text, because a new object would be a new request each time.
  const asked = input === null ? null : JSON.stringify(input)
  const load = useRef(ignore)
  useEffect(() => {
    if (asked === null) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const send = async () => {
      try {
        const answered = JSON.parse(asked) as RouteInput<Name>
        const data = await environment.api.invoke(route, answered, { signal })
        if (!signal.aborted) setAnswer({ asked, data, answered, error: null })
      } catch (error) {
        if (!signal.aborted) setAnswer((before) => ({ ...before, asked, error: errorDataOf(error) }))
      }
    }
    load.current = repeatable(send, signal)
    const start = () => void load.current()
    const cancel = settlesAfterMs === undefined ? null : environment.after(settlesAfterMs, start)
    if (cancel === null) start()
    return () => {
      cancel?.()
      leaving.abort()
      load.current = ignore
    }
  }, [environment, route, asked, settlesAfterMs])
  const loadedOn = useRef(reloadOn)
  useEffect(() => {
    if (Object.is(loadedOn.current, reloadOn)) return
    loadedOn.current = reloadOn
    void load.current()
  }, [reloadOn])
  const { data, answered, error } = answer
  const pauseOf = useEffectEvent((settled: typeof answer) => pauseAfter(settled, repeatsAfterMs))
  useEffect(() => {
    const pauseMs = pauseOf(answer)
    return pauseMs === null ? undefined : environment.after(pauseMs, () => void load.current())
  }, [environment, answer])
  return {
    data,
    answered,
    error,
    isCurrent: asked !== null && answer.asked === asked,
    reload: () => load.current(),
  }
}

/** The pause before the request is repeated; null if it is not, nothing came back yet, or what it asks for is gone. */
export function pauseAfter<Name extends RouteName>(
  { data, error, asked }: Pick<Settled<Name>, 'data' | 'error' | 'asked'>,
  repeatsAfterMs: RequestOptions<Name>['repeatsAfterMs'],
): number | null {
  if (asked === null || repeatsAfterMs === undefined || error?.code === 'NOT_FOUND') return null
  return repeatsAfterMs(error === null ? data : null)
}

/**
 * A function that runs `work`, and again if it was called while that was under way; never after `signal`. It resolves
 * once the work that it asked for is done.
 */
export function repeatable(work: () => Promise<void>, signal: AbortSignal): () => Promise<void> {
  let underWay: Promise<void> | null = null
  let isWanted = false
  const run = async () => {
    do {
      isWanted = false
      await work()
    } while (isWanted && !signal.aborted)
    underWay = null
  }
  return () => {
    isWanted = true
    if (!signal.aborted) underWay ??= run()
    return underWay ?? Promise.resolve()
  }
}
