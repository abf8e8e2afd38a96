import type { z } from 'zod'

/** A route. Its input is checked when it arrives; its output is a type that the handler must return. */
interface Route<Input extends z.ZodType, Output> {
  input: Input
  /** Never set: it carries the output's type. */
  output: Output | undefined
}

/** Defines a route: `route(input).returns<Output>()`. */
export function route<Input extends z.ZodType>(input: Input) {
  return { returns: <Output>(): Route<Input, Output> => ({ input, output: undefined }) }
}

/** A stream: its input, and the type of its events. */
interface StreamRoute<Input extends z.ZodType, Event> {
  input: Input
  event: Event | undefined
}

/** Defines a stream: `stream(input).carries<Event>()`. */
export function stream<Input extends z.ZodType>(input: Input) {
  return { carries: <Event>(): StreamRoute<Input, Event> => ({ input, event: undefined }) }
}
